// A small line over time, drawn as SVG; the sentence beside it says the same in words.

import { html } from '../html.js';

/** The path of a line through `values` in a box; the highest value touches the top. */
export function linePath(values, width, height, most = Math.max(...values, 0)) {
  if (values.length < 2) return '';
  const step = width / (values.length - 1);
  const y = (value) => (most > 0 ? height - (value / most) * (height - 2) - 1 : height - 1);
  return values.map((value, index) => `${index ? 'L' : 'M'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}

/** The line with the surface under it. */
export function Chart({ values, label, width = 320, height = 56 }) {
  const line = linePath(values, width, height);
  return html`<svg class="chart" viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label=${label}>
    ${line && html`<path class="chart-area" d=${`${line}L${width} ${height}L0 ${height}Z`} />`}
    ${line && html`<path class="chart-line" d=${line} />`}
  </svg>`;
}
