// One small drawing a page, all on a grid of 20 with the same stroke.

import { html } from '../html.js';

const PATHS = {
  home: 'M3 10.5 10 4l7 6.5M5 9v7h10V9',
  jobs: 'M4 4h4v12H4zM12 4h4v7h-4z',
  approvals: 'M10 2.5l6 2.5v4.5c0 4-2.6 6.7-6 8-3.4-1.3-6-4-6-8V5zM7.2 10l2 2 3.6-3.8',
  actors: 'M6.5 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM14 16.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 7.8l4 4.4',
  reasoning: 'M10 3v4M10 7 5 12v4M10 7l5 5v4M3.5 17h3M13.5 17h3M8.5 3h3',
  avatars: 'M4 3.5h8.5L16 7v9.5H4zM7 9h6M7 12h6M7 6h3',
  journal: 'M5 3v14M5 5h11M5 10h11M5 15h11',
  playground: 'M4 5l4.5 5L4 15M10 15h6',
  setup: 'M10 12.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.5 1.5M13.8 13.8l1.5 1.5M15.3 4.7l-1.5 1.5M6.2 13.8l-1.5 1.5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  check: 'M4 10.5l4 4 8-9',
};

/** A drawing; the word beside it carries the meaning. */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** The product's mark: four voices around one record. */
export function Mark() {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="5" class="mark-core" />
    <circle cx="16" cy="4.5" r="3" /><circle cx="27.5" cy="16" r="3" />
    <circle cx="16" cy="27.5" r="3" /><circle cx="4.5" cy="16" r="3" />
    <path d="M16 7.5V11M21 16h3.5M16 21v3.5M7.5 16H11" />
  </svg>`;
}
