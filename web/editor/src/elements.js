// Makes elements. Styles are classes: the page's policy forbids style attributes.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
};

/**
 * @param {string} text
 * @param {(event: MouseEvent) => void} press
 * @param {Record<string, string>} attributes
 */
export const button = (text, press, attributes = {}) => {
  const element = el("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", press);
  return element;
};

/**
 * A sentence in which printed text is between backticks.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export const withCode = text => text.split("`").map((part, nth) => (nth % 2 === 1 ? el("code", {}, part) : part));
