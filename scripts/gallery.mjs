// Makes docs/gallery.md and its pictures by running the built program in every scene of scripts/gallery/scenes.mjs.
//
//   node scripts/gallery.mjs [name ...]     only these pictures
import {mkdir, writeFile} from 'node:fs/promises';
import {hostname, userInfo} from 'node:os';
import {fileURLToPath} from 'node:url';
import {scenes} from './gallery/scenes.mjs';
import {startService} from './gallery/service.mjs';
import {createWorld} from './gallery/world.mjs';
import {takePicture} from './screenshot/take.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}docs/gallery/`;
const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !scenes.some(scene => scene.name === name));
if (unknown.length > 0) throw new Error(`There is no picture called ${unknown.join(', ')}`);

/** Pictures are for everybody: nothing of the machine that made them belongs on them. */
const refuseTraces = (name, lines) => {
	const text = lines.join('\n');
	const trace = [root, hostname(), userInfo().username].find(word => word.length > 4 && text.includes(word));
	if (trace !== undefined) throw new Error(`The picture ${name} shows "${trace}"`);
};

const take = async ({
	name,
	args = [],
	servers,
	config,
	pace,
	isFirst,
	recorded,
	service,
	about: _,
	...scene
}) => {
	const world = createWorld({servers, config, pace, isFirst, recorded});
	const end = service === undefined ? () => {} : await startService(service);
	try {
		const {home, cwd} = world;
		const {toPng, lines} = await takePicture({...scene, home, cwd, scale: 1, args: [...world.args, ...args]});
		refuseTraces(name, lines);
		// The README shows this one, larger, and the gallery has others like it.
		if (name === 'chat') await writeFile(`${root}docs/chat.png`, toPng(2));
		else await writeFile(`${folder}${name}.png`, toPng());
		process.stdout.write(`${name}\n`);
	} finally {
		end();
		world.remove();
	}
};

await mkdir(folder, {recursive: true});
for (const scene of scenes) if (wanted.length === 0 || wanted.includes(scene.name)) await take(scene);

await writeFile(
	`${root}docs/gallery.md`,
	`${[
		'# Gallery',
		'Made by `npm run gallery`, which runs the program with a scripted model and real MCP servers.',
		...scenes
			.filter(({name}) => name !== 'chat')
			.map(({name, about}) => `${about}\n\n![${name}](gallery/${name}.png)`),
	].join('\n\n')}\n`,
);
