// The page in a frame of another page: `?embed` shows the board and its controls alone (the page's
// style does that). Tells the page around how high the frame should be, as `{ source: "botyard",
// height }` in pixels, whenever that changes, and leads to the whole page.

const link = Object.assign(document.createElement("a"), { className: "whole-page", target: "_blank", rel: "noopener", textContent: "Open in Botyard" });
const follow = () => { link.href = `./${location.hash}`; };
follow();
// Browsers tell of addresses that visitors change, the page of those that it writes
// (`address_bar.rs`).
["hashchange", "botyard-address"].forEach(name => addEventListener(name, follow));
// Screen readers find what is outside of the page's main part by its landmark.
const foot = document.createElement("footer");
foot.append(link);
document.body.append(foot);

// Up to this width the frame grows with the board. In a wider one the board takes the height that
// is there (`page.css`).
const narrow = matchMedia("(max-width: 860px)");
const WIDE = 640;
// About what the controls add to a board as high as it is wide: what is told before they can be
// measured.
const CONTROLS = 160;

const app = document.getElementById("app");
const tell = () => {
  // In a low frame the page is as high as it, and not before the board is there as high as it will
  // be. A frame that is higher than wide shows the board in its full width.
  const isLow = getComputedStyle(app).flexGrow !== "0";
  const height = !narrow.matches ? WIDE : isLow ? innerWidth + CONTROLS : Math.max(innerWidth, Math.ceil(app.getBoundingClientRect().height + link.offsetHeight));
  // Any page may show it: nothing secret is told.
  parent.postMessage({ source: "botyard", height }, "*");
};
const observer = new ResizeObserver(tell);
[app, link].forEach(part => observer.observe(part));
