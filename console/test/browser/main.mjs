// All browser tests, one browser and one server for all of them.
//
//   ENSEMBLE=program CHROMIUM=program MODULES=folder PICTURES=folder node main.mjs

import { after, before } from 'node:test';
import { actorTests } from './actors.mjs';
import { avatarTests } from './avatars.mjs';
import { startBrowser } from './browser.mjs';
import { houseTests } from './house.mjs';
import { jobTests } from './jobs.mjs';
import { reasoningTests } from './reasoning.mjs';
import { startServer } from './server.mjs';
import { troubleTests } from './trouble.mjs';

const world = {};

before(async () => {
  world.server = await startServer();
  world.browser = await startBrowser();
});
after(async () => {
  await world.browser?.close();
  await world.server?.remove();
});

houseTests(world);
reasoningTests(world);
jobTests(world);
avatarTests(world);
actorTests(world);
troubleTests(world);
