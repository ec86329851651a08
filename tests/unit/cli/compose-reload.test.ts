import {describe, expect, it} from 'vitest';
import type {Loaded, LoadedRead} from '../../../source/compose-load.ts';
import {createReloading} from '../../../source/compose-reload.ts';
import {readConfig} from '../../../source/core/config/read-config.ts';
import type {ApprovalMode} from '../../../source/domain/approval.ts';
import {noApprovals} from '../../../source/domain/approval.ts';

const loadedFrom = (text: string): Loaded => {
	const config = readConfig('config.json', text, {});
	return {
		config,
		project: {folder: '/', trusted: [], waiting: [], refused: [], approvals: noApprovals, problems: []},
		problems: config.problems,
	};
};

/** A chat that has read the first of these texts, and reads the next one at each look. The last one stays. */
const setUp = (
	texts: readonly (string | {readonly refused: string})[],
	{
		mode = 'always-ask',
		ofAssistant,
	}: {readonly mode?: ApprovalMode; readonly ofAssistant?: ApprovalMode} = {},
) => {
	const [first, ...rest] = texts;
	let current = loadedFrom(typeof first === 'string' ? first : '');
	const notices: string[] = [];
	let looks = 0;
	const load = async (): Promise<LoadedRead> => {
		const text = rest[Math.min(looks, rest.length - 1)] ?? '';
		looks += 1;
		return typeof text === 'string'
			? {type: 'loaded', loaded: loadedFrom(text)}
			: {type: 'refused', failure: {code: 'bad-config', message: text.refused}};
	};
	const reloading = createReloading({
		files: [],
		load,
		current: () => current,
		take: async loaded => {
			current = loaded;
		},
		servers: () => current.config.servers,
		theme: () => 'auto',
		approval: () => ({mode, ofAssistant}),
		pause: async () => undefined,
		report: fact => {
			if (fact.type === 'notice-raised') notices.push(`${fact.tone}: ${fact.text}`);
		},
	});
	return {reload: reloading.reload, notices, looks: () => looks};
};

const one = '{"mcpServers": {"a": {"command": "x"}}}';
const half = '{"mcpServers": {"a": {"comm';
const kept = 'Everything stays as it was until that is corrected.';

describe('a configuration that is read again', () => {
	it('says that a mistake is corrected, also where nothing else has changed', async () => {
		const {reload, notices} = setUp([one, half, half, one]);
		await reload();
		expect(notices).toEqual([expect.stringContaining(kept)]);
		await reload();
		expect(notices.slice(1)).toEqual(['info: The configuration was read again: 1 problem corrected.']);
		await reload();
		expect(notices).toHaveLength(2);
	});

	it('says how many entries with a mistake in them are corrected, and which are new', async () => {
		const {reload, notices} = setUp([
			'{"mcpServers": {"a": {"comand": "x"}}, "colour": 1}',
			'{"mcpServers": {"a": {"command": "x"}},\n"colour": 1, "shape": 2}',
		]);
		await reload();
		expect(notices).toEqual([
			'info: The configuration was read again: 2 problems corrected; added a.',
			'warning: config.json:2:14  shape: unknown key',
		]);
	});

	it('says that a file that could not be read at all is there again', async () => {
		const refused = {refused: 'Cannot read config.json: no access'};
		const {reload, notices} = setUp([one, refused, refused, one]);
		await reload();
		expect(notices).toEqual([`warning: Cannot read config.json: no access\n${kept}`]);
		await reload();
		expect(notices.slice(1)).toEqual(['info: The configuration was read again: 1 problem corrected.']);
	});

	it('is looked at once more before anybody is alarmed: it may be half written', async () => {
		const {reload, notices, looks} = setUp([one, half, one]);
		await reload();
		expect([looks(), notices]).toEqual([2, []]);
	});

	it('says when a laxer approval mode counts', async () => {
		const lax = '{"toolApproval": "auto"}';
		const {reload, notices} = setUp(['{}', lax]);
		await reload();
		expect(notices).toEqual([
			'info: The configuration was read again: approval mode auto counts from the next start, or now with /approvals auto.',
		]);
		const withRule = setUp(['{}', '{"toolApproval": "auto", "trustedTools": ["a__*"]}']);
		await withRule.reload();
		expect(withRule.notices).toEqual([
			'info: The configuration was read again: approvals changed; approval mode auto counts from the next start, or now with /approvals auto.',
		]);
	});

	it('says only that approvals changed where the mode counts already, or the assistant has one of its own', async () => {
		const stricter = setUp(['{"toolApproval": "auto"}', '{"toolApproval": "trusted-only"}'], {
			mode: 'trusted-only',
		});
		await stricter.reload();
		expect(stricter.notices).toEqual(['info: The configuration was read again: approvals changed.']);
		const chosen = setUp(['{}', '{"toolApproval": "auto"}'], {mode: 'auto'});
		await chosen.reload();
		expect(chosen.notices).toEqual(['info: The configuration was read again: approvals changed.']);
		const own = setUp(['{}', '{"toolApproval": "auto"}'], {ofAssistant: 'always-ask'});
		await own.reload();
		expect(own.notices).toEqual(['info: The configuration was read again: approvals changed.']);
	});
});
