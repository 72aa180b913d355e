// Shows a page only where the server has what it needs, and says so where it has not.

import { html } from '../html.js';
import { hasTool, known, service } from '../state/services.js';
import { Card, Empty, Head } from './basics.js';

/** Which of the tools are not served. */
export function missing(name, tools) {
  return tools.filter((tool) => !hasTool(name, tool));
}

/** The page, or what is missing for it. */
export function Need({ title, name, tools, children }) {
  if (!known.value) return html`<${Head} title=${title} />`;
  const lacking = missing(name, tools);
  if (!lacking.length) return children;
  const why = service(name)
    ? `The service ${name} runs, but without ${lacking.join(', ')}.`
    : `The service ${name} does not run here.`;
  return html`<${Head} title=${title} /><${Card}><${Empty} title="Not served by this server">${why}<//><//>`;
}
