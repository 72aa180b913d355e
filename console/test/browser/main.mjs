// All browser tests: one browser, one server, and one demonstration for all of them.
//
//   ENSEMBLE=program CHROMIUM=program MODULES=folder PICTURES=folder node main.mjs

import { after, before } from 'node:test';
import { actorTests } from './actors.mjs';
import { avatarTests } from './avatars.mjs';
import { startBrowser } from './browser.mjs';
import { demoTests } from './demo.mjs';
import { evidenceTests } from './evidence.mjs';
import { houseTests } from './house.mjs';
import { jobTests } from './jobs.mjs';
import { reasoningTests } from './reasoning.mjs';
import { startDemo, startServer } from './server.mjs';
import { troubleTests } from './trouble.mjs';

const world = {};

before(async () => {
  world.server = await startServer();
  world.demo = await startDemo();
  world.browser = await startBrowser();
});
after(async () => {
  await world.browser?.close();
  await world.server?.remove();
  await world.demo?.remove();
});

demoTests(world);
houseTests(world);
evidenceTests(world);
reasoningTests(world);
jobTests(world);
avatarTests(world);
actorTests(world);
troubleTests(world);
