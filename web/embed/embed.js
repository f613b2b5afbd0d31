// Shows the page in a frame of another page: `?embed` shows the board and its controls alone (the
// page's style does that). Posts the frame's best height to the page around, in pixels, as
// `{ source: "botyard", height }`, whenever it changes, and has a link to the whole page.

const link = Object.assign(document.createElement("a"), { className: "whole-page", target: "_blank", rel: "noopener", textContent: "Open in Botyard" });
const follow = () => { link.href = `./${location.hash}`; };
follow();
// Browsers report addresses that visitors change; the page reports those that it writes
// (`address_bar.rs`).
["hashchange", "botyard-address"].forEach(name => addEventListener(name, follow));
// Whose match it is stands in the title, which the page writes when it shows another match.
const players = Object.assign(document.createElement("span"), { className: "embedded-match" });
const name = () => { players.textContent = document.title.replace(/ \u00b7 Botyard$/, ""); };
name();
new MutationObserver(name).observe(document.head, { childList: true, subtree: true, characterData: true });
// Screen readers find content outside of the page's main part by its landmark.
const foot = document.createElement("footer");
foot.className = "embed-foot";
foot.append(players, link);
document.body.append(foot);

// Up to this width the frame grows with the board. In a wider one the board takes the height that
// is there (`page.css`).
const narrow = matchMedia("(max-width: 860px)");
const WIDE = 640;
// About the height that the controls add to a square board: used until they can be measured.
const CONTROLS = 160;

const app = document.getElementById("app");
if (!app) throw new TypeError("there is no board");
const tell = () => {
  // In a low frame the page is as high as it, and not before the board is there as high as it will
  // be. A frame that is higher than wide shows the board in its full width.
  const isLow = getComputedStyle(app).flexGrow !== "0";
  const height = !narrow.matches ? WIDE : isLow ? innerWidth + CONTROLS : Math.max(innerWidth, Math.ceil(app.getBoundingClientRect().height + foot.offsetHeight));
  // Any page may embed this one: the message holds no secret.
  parent.postMessage({ source: "botyard", height }, "*");
};
const observer = new ResizeObserver(tell);
[app, foot].forEach(part => observer.observe(part));
