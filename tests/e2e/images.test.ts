import {mkdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {everythingArguments} from '../helpers/everything-script.ts';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {sendSuggestion} from '../helpers/send-suggestion.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

afterEach(disposeTerminals);

/** Lets a real server send its image, and gives what is on the screen then. */
const showImage = async (settings: object, extra: readonly string[] = []) => {
	const start = everythingArguments([
		{calls: [{tool: 'everything__get-tiny-image', arguments: {}}]},
		{say: 'All done.'},
	]);
	const terminal = startTerminal({
		args: [...start, ...extra],
		rows: 30,
		prepare: home => {
			mkdirSync(home.settings, {recursive: true});
			writeFileSync(join(home.settings, 'config.json'), JSON.stringify(settings));
		},
	});
	await sendSuggestion(terminal, '› hello');
	await terminal.waitFor(/2\/2 servers.*\n› go/, {timeout: 60_000});
	terminal.press('enter');
	await terminal.waitFor('All done.', {timeout: 30_000});
	await terminal.waitForStable();
	expect(findForbidden(terminal.raw())).toEqual([]);
	return terminal;
};

it('draws an image in half blocks and keeps it in a file', async () => {
	const terminal = await showImage({});
	const text = terminal.scrollback().join('\n');
	expect(text).toMatch(/MCP logo\.\n(?: {2}▀{20}\n){10} {2}~\/\S+\.results\/image-[0-9a-f]{16}\.png\n/);
	const [, path = ''] = /~(\/\S+\.png)/.exec(text) ?? [];
	const file = statSync(join(terminal.home.folder, path));
	expect(file.mode & 0o777).toBe(0o600);
	expect(file.size).toBeGreaterThan(1000);
});

it('draws an image with the graphics of kitty, in the rows that are left for it', async () => {
	const terminal = await showImage({images: 'kitty'}, ['--no-session']);
	const drawn = [...terminal.raw().matchAll(/\u001B7\u001B\[1A\u001B_G([^;]*);([^\u001B]*)\u001B\\\u001B8/g)];
	expect(drawn.map(([, control]) => control)).toEqual(['a=T,f=100,q=2,C=1,r=1,m=0']);
	expect(terminal.raw().match(/\u001B_G/g)).toHaveLength(1);
	expect(Buffer.from(drawn[0]?.[2] ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG');
	expect(terminal.scrollback().join('\n')).toMatch(/MCP logo\.\n\n {2}not kept in a file\n\nAll done\./);
});
