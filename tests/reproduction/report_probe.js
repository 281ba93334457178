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

// --- colours ---

const parse = css => (css.match(/[\d.]+/g) ?? []).map(Number);  // "rgb(1, 2, 3)", "rgba(1, 2, 3, 0.5)"
const over = (colour, share, below) => below.map((value, i) => share * colour[i] + (1 - share) * value);

function luminance(colour) {
  const [red, green, blue] = colour.map(value => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// As WCAG has it: 1 to 21.
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// The colour of a page behind an element.
function backgroundOf(element) {
  for (let at = element; at; at = at.parentElement) {
    const [red, green, blue, opacity = 1] = parse(getComputedStyle(at).backgroundColor);
    if (opacity > 0) { return [red, green, blue]; }
  }
  return [255, 255, 255];
}

const fillOf = element => parse(getComputedStyle(element).fill).slice(0, 3);

// The colour behind a text of a picture: its background, or a cell that is filled by a share of its colour.
function backgroundInPicture(svg, text) {
  const paper = fillOf(svg.querySelector('rect'));
  if (!text.classList.contains('on_share')) { return paper; }
  const box = text.getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const cell = [...svg.querySelectorAll('.share')].find(rect => {
    const around = rect.getBoundingClientRect();
    return around.left < x && x < around.right && around.top < y && y < around.bottom;
  });
  return over(fillOf(cell), Number(getComputedStyle(cell).fillOpacity), paper);
}

function checkContrast(what, colour, background, least) {
  const found = contrast(colour, background);
  if (found < least) { problems.push(`contrast of ${found.toFixed(1)}: ${what}`); }
}

// Wide lines lie under others, and a grid must not stand out.
const unimportant = '.gridline, [stroke="#dddddd"], [stroke="#9ecae8"], [stroke="#f2b27a"]';

function checkColoursOf(svg) {
  const texts = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim());
  for (const text of texts) { checkContrast(name(text), fillOf(text), backgroundInPicture(svg, text), 4.5); }
  for (const line of svg.querySelectorAll('path[stroke^="#"]')) {
    if (line.matches(unimportant)) { continue; }
    checkContrast(`a line of ${svg.querySelector('title').id}`, parse(getComputedStyle(line).stroke), fillOf(svg.querySelector('rect')), 3);
  }
}

function checkColours() {
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!hasText || element.ownerSVGElement || element.matches('svg, script, style, title')) { continue; }
    checkContrast(name(element), parse(getComputedStyle(element).color).slice(0, 3), backgroundOf(element), 4.5);
  }
  for (const svg of document.querySelectorAll('svg[aria-labelledby]')) {
    checkColoursOf(svg);
    const isDark = luminance(fillOf(svg.querySelector('rect'))) < 0.2;
    if (isDark !== window.dark) { problems.push(`${svg.querySelector('title').id} is ${isDark ? 'dark' : 'light'}`); }
  }
  if (matchMedia('(prefers-color-scheme: dark)').matches !== window.dark) { problems.push('the browser has the other colours'); }
  if ((luminance(backgroundOf(document.body)) < 0.2) !== window.dark) { problems.push('the page has the other colours'); }
}

// --- the page ---

function checkDocument() {
  for (let figure = 1; figure <= 7; ++figure) {
    const shown = document.querySelectorAll(`#figure-${figure} figure svg`).length;
    if (shown < 2) { problems.push(`figure ${figure} has ${shown} plots`); }
  }
  const setup = document.querySelector('#figure-7 .setup').textContent;
  if (/\bc from\b/.test(setup) && /\bc\s=/.test(setup)) { problems.push(`figure 7 contradicts itself: ${setup}`); }
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
  checkColours();
  const pictures = document.querySelectorAll('figure svg').length;
  parent.postMessage({width: innerWidth, pictures, problems: problems.slice(0, 20)}, '*');
});
