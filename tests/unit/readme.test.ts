import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {commands} from '../../source/app/commands/run-command.ts';
import {helpText} from '../../source/command-line/help-text.ts';
import {readConfig} from '../../source/core/config/read-config.ts';
import {benchTables} from '../../source/ui/input/bench/tables.ts';
import type {Binding} from '../../source/ui/input/binding.ts';
import {askBindings, promptBindings} from '../../source/ui/input/keymap.ts';
import {pickBindings} from '../../source/ui/input/pick-bindings.ts';
import {shownKey, viewerTables} from '../../source/ui/input/viewer-bindings.ts';
import {configParts, configTables} from '../helpers/config-tables.ts';

const root = resolve(import.meta.dirname, '../..');
const file = resolve(root, 'README.md');
/** Which tables a page has. */
const pages: Readonly<Record<string, readonly string[]>> = {
	'README.md': ['keys', 'commands', 'options', 'config-keys'],
	'docs/keys.md': ['all-keys'],
	'docs/configuration.md': [...configParts.map(part => `config ${part}`), 'config actions'],
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');

const keyRows = (bindings: readonly Pick<Binding, 'keys' | 'help'>[]): readonly (readonly string[])[] =>
	bindings.flatMap(({keys, help}) =>
		help === undefined ? [] : [[keys.map(key => `\`${shownKey(key)}\``).join(', '), help]],
	);

type KeyTable = {readonly title: string; readonly bindings: readonly Pick<Binding, 'keys' | 'help'>[]};

const keyTables = (tables: readonly KeyTable[], what: string): readonly string[] =>
	tables.flatMap(({title, bindings}) => [`${title}:`, table(['key', what], keyRows(bindings))]);

const sections: Readonly<Record<string, string>> = {
	keys: [
		table(['key', 'what it does'], keyRows(promptBindings)),
		...keyTables([askBindings.approval], 'answer'),
	].join('\n\n'),
	'all-keys': [
		table(['key', 'what it does'], keyRows(promptBindings)),
		...keyTables(Object.values(pickBindings), 'what it does'),
		...keyTables(Object.values(askBindings), 'answer'),
		...keyTables([...viewerTables, ...benchTables], 'what it does'),
	].join('\n\n'),
	commands: table(
		['command', 'what it does'],
		commands.map(({name, aliases, argument, summary}) => [
			[`/${name}${argument === '' ? '' : ` ${argument}`}`, ...aliases.map(alias => `/${alias}`)]
				.map(text => `\`${text}\``)
				.join(', '),
			summary,
		]),
	),
	options: `\`\`\`text\n${helpText()}\`\`\``,
	...configTables,
};

/** `UPDATE_README=1 npx vitest run tests/unit/readme.test.ts` writes the tables anew. */
const fill = (readme: string): string =>
	Object.entries(sections).reduce(
		(text, [name, content]) =>
			text.replace(
				new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
				(_, start: string, end: string) => `${start}\n${content}\n\n${end}`,
			),
		readme,
	);

describe('the README', () => {
	it.each(Object.entries(pages))('%s shows what the program has: %j', (page, names) => {
		const path = resolve(root, page);
		const text = readFileSync(path, 'utf8');
		if (process.env.UPDATE_README === '1') {
			writeFileSync(path, fill(text));
		}
		expect(readFileSync(path, 'utf8')).toBe(fill(text));
		for (const name of names) {
			expect(text).toContain(`<!-- ${name} -->`);
		}
	});

	it('names the commands that CI runs', () => {
		const readme = readFileSync(file, 'utf8');
		const ci = readFileSync(resolve(root, '.ci/run'), 'utf8');
		expect(readme).toContain('npm ci && npm run check');
		expect(ci).toMatch(/^npm ci\nnpm run check$/m);
	});
});

describe('config.example.json', () => {
	it('is a configuration without a single complaint', () => {
		const text = readFileSync(resolve(root, 'config.example.json'), 'utf8');
		const environment = {HOME: '/home/ada', ISSUES_TOKEN: 'one', ROBOT_SECRET: 'two'};
		const config = readConfig('config.example.json', text, environment, {secrets: () => 'three'});
		expect(config.problems).toEqual([]);
		expect(config.servers.map(({name}) => name)).toEqual([
			'everything',
			'files',
			'issues',
			'tickets',
			'calendar',
			'robot',
			'live',
		]);
		expect(config.servers[1]).toMatchObject({args: expect.arrayContaining(['/home/ada'])});
		expect(config.approvals.toolApproval).toBe('trusted-only');
	});
});
