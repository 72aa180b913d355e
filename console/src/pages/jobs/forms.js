// The forms that begin things: a job in a session, a session in a project, a project.

import { useSignal } from '@preact/signals';
import { html } from '../../html.js';
import { Card, Field, Wrong } from '../../parts/basics.js';
import { useAction } from '../../parts/load.js';
import { go } from '../../state/route.js';
import { client } from '../../state/session.js';

const ENDPOINT = '/mcp/orchestrator';

/** Gives a session an instruction. */
export function NewJob({ sessions }) {
  const first = sessions[0]?.session_id ?? '';
  const given = useSignal({ session_id: '', instruction: '' });
  const run = useAction(async () => {
    const session_id = given.value.session_id || first;
    const { job } = await client.call(ENDPOINT, 'run_instruction', { session_id, instruction: given.value.instruction });
    given.value = { ...given.value, instruction: '' };
    go('jobs', job.job_id);
  });
  const change = (field) => (event) => (given.value = { ...given.value, [field]: event.currentTarget.value });
  return html`<${Card} title="New job"><form onSubmit=${submit(run)}>
    <${Field} label="Session" id="job-session"><select id="job-session" value=${given.value.session_id || first} onChange=${change('session_id')}>
      ${sessions.map((it) => html`<option key=${it.session_id} value=${it.session_id}>${it.session_id} ${it.display_name}</option>`)}
    </select><//>
    <${Field} label="Instruction" id="job-instruction">
      <textarea id="job-instruction" rows="2" value=${given.value.instruction} onInput=${change('instruction')}></textarea><//>
    <button class="primary" disabled=${run.busy || !sessions.length || !given.value.instruction.trim()}>Queue it</button>
    <${Wrong} error=${run.error} />
  </form><//>`;
}

/** Makes a session with a worktree. */
export function NewSession({ projects }) {
  const first = projects[0]?.project_id ?? '';
  const given = useSignal({ project_id: '', branch: '', display_name: '' });
  const make = useAction(async () => {
    const { project_id, branch, display_name } = given.value;
    const more = display_name.trim() ? { display_name: display_name.trim() } : {};
    await client.call(ENDPOINT, 'create_session', { project_id: project_id || first, branch: branch.trim(), ...more });
    given.value = { project_id, branch: '', display_name: '' };
  });
  const change = (field) => (event) => (given.value = { ...given.value, [field]: event.currentTarget.value });
  return html`<${Card} title="New session"><form onSubmit=${submit(make)}>
    <${Field} label="Project" id="session-project"><select id="session-project" value=${given.value.project_id || first} onChange=${change('project_id')}>
      ${projects.map((it) => html`<option key=${it.project_id} value=${it.project_id}>${it.name}</option>`)}
    </select><//>
    <${Field} label="Branch" id="session-branch" hint="Made if it does not exist.">
      <input id="session-branch" spellcheck="false" aria-describedby="session-branch-hint" value=${given.value.branch} onInput=${change('branch')} /><//>
    <${Field} label="Name" id="session-display"><input id="session-display" value=${given.value.display_name} onInput=${change('display_name')} /><//>
    <button disabled=${make.busy || !projects.length || !given.value.branch.trim()}>Make it</button>
    <${Wrong} error=${make.error} />
  </form><//>`;
}

/** Registers a repository. */
export function NewProject() {
  const path = useSignal('');
  const register = useAction(async () => {
    await client.call(ENDPOINT, 'register_project', { path: path.value.trim() });
    path.value = '';
  });
  return html`<${Card} title="New project"><form onSubmit=${submit(register)}>
    <${Field} label="Folder of a git repository" id="project-path">
      <input id="project-path" spellcheck="false" value=${path.value} onInput=${(event) => (path.value = event.currentTarget.value)} /><//>
    <button disabled=${register.busy || !path.value.trim()}>Register it</button>
    <${Wrong} error=${register.error} />
  </form><//>`;
}

function submit(action) {
  return (event) => {
    event.preventDefault();
    action.run();
  };
}
