// Tells the tabs that show one draft from each other: one of them may change it. Where the browser has no locks, the versions of drafts
// still keep one from overwriting the other. Knows numbers of drafts only.

// How long a lock that another tab has is waited for, in milliseconds.
const PATIENCE = 300;

/**
 * Takes the right to change a draft, until it is released or another tab takes it over.
 * @param {number} id
 * @param {{ steal?: boolean }} options With `steal`, another tab loses it.
 * @param {() => void} onLost Called when another tab has taken it over.
 * @returns {Promise<(() => void) | undefined>} What releases it; `undefined` if another tab has it.
 */
export const lockDraft = async (id, { steal = false }, onLost) => {
  const taken = await request(id, steal, onLost);
  if (taken) return taken;
  // A tab that is being closed, or is opening another draft, has it for a moment longer.
  await new Promise(resolve => setTimeout(resolve, PATIENCE));
  return request(id, steal, onLost);
};

const request = (id, steal, onLost) => new Promise(resolve => {
  if (!navigator.locks) return resolve(() => {});
  let isReleased = false;
  const held = lock => lock
    ? new Promise(release => resolve(() => {
      isReleased = true;
      release();
    }))
    : resolve(undefined);
  const options = steal ? { steal } : { ifAvailable: true };
  // It fails when another tab takes the lock over.
  navigator.locks.request(`botyard-draft-${id}`, options, held).catch(() => {
    resolve(() => {});
    if (!isReleased) onLost();
  });
});
