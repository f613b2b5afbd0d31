// What the page's scripts give to elements that they make.

/** A listener of any kind of event: the name says of which. */
type Listener = { listen(event: Event): void }["listen"];

/**
 * Attributes by their names, and listeners by names such as `onclick`. An attribute that is `true`
 * is there without a value; one that is `false` or `undefined` is not there.
 */
export interface Attributes {
  [name: string]: string | number | boolean | undefined | Listener;
  onkeydown?: (event: KeyboardEvent) => void;
}
