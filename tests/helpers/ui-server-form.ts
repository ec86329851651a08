import type {DraftTested, SaveOptions, ServerAdmin, ServerDraft} from '../../source/domain/server-admin.ts';
import type {ViewerLayer} from '../../source/ui/pager/tab.ts';
import type {ServerFormOptions} from '../../source/ui/server-form/form-session.ts';
import {openServerForm} from '../../source/ui/server-form/open-server-form.ts';
import {bareStyles} from '../../source/ui/theme/styles.ts';
import {createClock} from './ui-clock.ts';
import {seen} from './ui-text.ts';
import {waitUntil} from './wait-until.ts';

export const files: ServerDraft = {
	name: 'filesystem',
	entry: {command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv']},
};

const works: DraftTested = {
	type: 'works',
	milliseconds: 412,
	facts: {
		transport: 'stdio',
		protocolVersion: '2025-06-18',
		identity: {name: 'secure-filesystem-server', version: '0.2.0'},
		toolCount: 2,
		promptCount: 0,
		resourceCount: 1,
		templateCount: 0,
		definitionTokens: 900,
	},
	tools: [
		{name: 'read_file', description: 'Reads a file.\nAll of it.'},
		{name: 'write\u001b[31m_file', description: 'Writes a file.'},
	],
};

type Given = {
	readonly options?: ServerFormOptions;
	readonly drafts?: readonly ServerDraft[];
	readonly check?: ServerAdmin['check'];
	readonly test?: ServerAdmin['test'];
	readonly refuse?: string;
};

/** The form over a port that answers what a test wants. */
export const openServerFormLayer = ({options = {}, drafts = [files], check, test, refuse}: Given = {}) => {
	const clock = createClock();
	const saved: {readonly draft: ServerDraft; readonly options: SaveOptions}[] = [];
	const said: string[] = [];
	const understood: string[] = [];
	const done: (string | undefined)[] = [];
	let layer: ViewerLayer | undefined;
	const unused = async () => {
		throw new Error('not in this test');
	};
	const admin: ServerAdmin = {
		written: unused,
		understand: async text => {
			understood.push(text);
			return drafts.length === 0
				? {type: 'refused', failure: {code: 'bad-input', message: 'That says nothing.', hint: 'Try again.'}}
				: {type: 'drafts', drafts};
		},
		freeName: async () => 'free',
		check:
			check ?? (async ({name}) => ({name: name === '' ? 'a server needs a name' : undefined, entry: []})),
		test: test ?? (async () => works),
		save: async (draft, given) => {
			saved.push({draft, options: given});
			return refuse === undefined
				? {type: 'changed', file: '/home/config.json', notes: ['token is kept in the keychain.']}
				: {type: 'refused', failure: {code: 'no-keychain', message: refuse}};
		},
		remove: unused,
		setDisabled: unused,
	};
	openServerForm(
		{
			styles: () => bareStyles,
			now: clock.now,
			schedule: clock.schedule,
			signal: new AbortController().signal,
			changed: () => undefined,
			say: text => said.push(text),
			setLayer: next => {
				layer = next;
			},
			ports: {admin},
		},
		{...options, onDone: name => done.push(name)},
	);
	const lines = (columns = 80, rows = 24): readonly string[] =>
		(layer?.draw({columns, rows}).lines ?? []).map(seen);
	const screen = (): string => lines(100, 40).join('\n');
	return {
		clock,
		saved,
		said,
		understood,
		done,
		lines,
		screen,
		isOpen: () => layer !== undefined,
		/** Everything that was begun and waits for nobody is over. */
		settled: () => new Promise<void>(resolve => setImmediate(resolve)),
		cursor: () => layer?.draw({columns: 80, rows: 24}).cursor,
		picture: (columns: number, rows: number) => layer?.draw({columns, rows}).lines ?? [],
		press: (...names: readonly string[]) => {
			for (const name of names) layer?.onKey(name, name.length === 1 ? name : '');
		},
		type: (text: string) => {
			for (const letter of text) layer?.onKey(letter, letter);
		},
		paste: (text: string) => layer?.onPaste(text),
		shows: (text: string) => waitUntil(() => screen().includes(text)),
	};
};
