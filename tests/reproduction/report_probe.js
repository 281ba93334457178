// Runs inside a copy of the report, in a frame as wide as a PC screen or a phone, and says what is wrong with what it sees.
'use strict';
const problems = [];
addEventListener('error', event => problems.push(`error: ${event.message || event.target.outerHTML}`), true);

const name = element => `<${element.tagName}${element.id ? ' #' + element.id : ''}> "${element.textContent.slice(0, 30)}"`;

// What is wider than the window makes a reader scroll sideways; only tables in a box of their own may.
function checkWidth() {
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) { problems.push(`the page is ${page.scrollWidth} wide`); }
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('.scroll') || element.ownerSVGElement) { continue; }
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.right > page.clientWidth + 0.5) { problems.push(`too wide: ${name(element)}`); }
  }
}

function checkTexts(svg) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim());
  const boxes = texts.map(text => text.getBoundingClientRect());
  texts.forEach((text, i) => {
    const box = boxes[i];
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d;
    if (size < 8.5) { problems.push(`too small to read, ${size.toFixed(1)} px: ${name(text)} of ${svg.id}`); }
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
      problems.push(`cut off: ${name(text)}`);
    }
    for (let k = 0; k < i; ++k) {
      const wide = Math.min(box.right, boxes[k].right) - Math.max(box.left, boxes[k].left);
      const high = Math.min(box.bottom, boxes[k].bottom) - Math.max(box.top, boxes[k].top);
      // A box has room above and below its letters.
      if (wide > 1 && high > 0.25 * Math.min(box.height, boxes[k].height)) {
        problems.push(`overlap: ${name(text)} and ${name(texts[k])}`);
      }
    }
  });
}

function checkPictures(stems) {
  for (const stem of stems) {
    if (!document.getElementById(`${stem}-picture`)) { problems.push(`${stem} is not there`); }
  }
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect();
    const what = svg.querySelector('title')?.id ?? 'the opening picture';
    if (!(box.width > 200 && box.height > 100)) { problems.push(`${what} is ${box.width} x ${box.height}`); }
    if (!svg.querySelector('path[d^="M"], rect[fill^="#"], use')) { problems.push(`${what} is empty`); }
    checkTexts(svg);
  }
  for (const image of document.images) {
    if (!(image.complete && image.naturalWidth > 0)) { problems.push(`broken image: ${image.outerHTML}`); }
  }
}

function checkDocument() {
  for (let figure = 1; figure <= 7; ++figure) {
    const shown = document.querySelectorAll(`#figure-${figure} figure svg`).length;
    if (shown < 2) { problems.push(`figure ${figure} has ${shown} plots`); }
  }
  const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twice.length) { problems.push(`ids that are there twice: ${twice.slice(0, 3)}`); }
  for (const link of document.querySelectorAll('a[href^="#"], use')) {
    const target = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (!document.getElementById(target.slice(1))) { problems.push(`leads nowhere: ${target}`); }
  }
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) { problems.push(`a level is left out before ${name(heading)}`); }
    level = next;
  }
  const fetched = performance.getEntriesByType('resource').map(entry => entry.name);
  if (fetched.length) { problems.push(`fetches ${fetched}`); }
}

addEventListener('load', () => {
  for (const details of document.querySelectorAll('details')) { details.open = true; }
  checkWidth();
  checkPictures(window.stems);
  checkDocument();
  const pictures = document.querySelectorAll('figure svg').length;
  parent.postMessage({width: innerWidth, pictures, problems: problems.slice(0, 20)}, '*');
});
