// A line over time with its scales, drawn by uPlot; the sentence beside it says the newest value in words.

import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import uPlot from 'uplot';
import { html } from '../html.js';
import { time } from './format.js';
import { theme } from './theme.js';

const HEIGHT = 110;
const FONT = '11px ui-sans-serif, system-ui, sans-serif';

/** `values` at `times`, in seconds since 1970; `show` writes a value, `null` is a gap. */
export function Chart({ times, values, label, show }) {
  const host = useRef(null);
  const plot = useRef(null);
  const pointed = useSignal(null);
  useEffect(() => {
    const point = ({ cursor, data: [xs, ys] }) => {
      const at = cursor.idx;
      pointed.value = at === null || at === undefined || ys[at] === null ? null : { at: xs[at], value: ys[at] };
    };
    plot.current = new uPlot(options(host.current, show, point), [times, values], host.current);
    const watch = new ResizeObserver(() => plot.current.setSize({ width: host.current.clientWidth, height: HEIGHT }));
    watch.observe(host.current);
    return () => {
      watch.disconnect();
      plot.current.destroy();
    };
  }, []);
  useEffect(() => plot.current.setData([times, values]), [times.at(-1)]);
  useEffect(() => plot.current.redraw(false), [theme.value]);
  return html`<figure class="chart">
    <div class="chart-plot" ref=${host} role="img" aria-label=${label} />
    <figcaption class="dim">${pointed.value && `${time(pointed.value.at * 1000)}: ${show(pointed.value.value)}`}</figcaption>
  </figure>`;
}

/** How it is drawn. Colours are the style sheet's, read whenever it is drawn, since they follow the theme. */
function options(host, show, point) {
  const styled = (name) => () => getComputedStyle(host)[name];
  const scale = { stroke: styled('outlineColor'), font: FONT, grid: { stroke: styled('borderTopColor'), width: 1 }, ticks: { show: false } };
  return {
    width: host.clientWidth,
    height: HEIGHT,
    padding: [6, 6, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { y: { range: (_, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      { ...scale, size: 24, grid: { show: false }, space: 80, values: (_, ticks) => ticks.map((at) => time(at * 1000)) },
      { ...scale, size: 56, space: 28, values: (_, ticks) => ticks.map(show) },
    ],
    series: [{}, { stroke: styled('color'), fill: styled('caretColor'), width: 1.5, points: { show: true, size: 4, fill: styled('color') } }],
    hooks: { setCursor: [point] },
  };
}
