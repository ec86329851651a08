import {describe, expect, it} from 'vitest';
import {lostFailure, startFailure} from '../../../source/core/mcp/connection/start-failure.ts';
import {describeEnd} from '../../../source/core/mcp/transports/transport-end.ts';
import type {ServerConfig, StdioServer} from '../../../source/domain/server.ts';

const config = (overrides: Partial<StdioServer> = {}): StdioServer => ({
	name: 'weather',
	type: 'stdio',
	command: 'weather-server',
	args: [],
	env: {},
	encoding: 'utf-8',
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	connectTimeout: 30_000,
	requestTimeout: 60_000,
	disabled: false,
	...overrides,
});

describe('the failure of a start', () => {
	it('knows that package runners download', () => {
		const trouble = {type: 'timed-out', doing: 'answer', limit: 30_000} as const;
		expect(startFailure(config({command: '/usr/bin/npx'}), trouble).hint).toContain('downloading');
		expect(startFailure(config(), trouble).hint).not.toContain('downloading');
		expect(startFailure(config(), trouble).message).toContain('did not answer within 30 s');
	});

	it('passes on why a server refuses', () => {
		expect(startFailure(config(), {type: 'refused', message: 'too old'})).toMatchObject({
			code: 'server-refused',
			message: 'Server "weather" refused the connection: too old. Command: weather-server',
		});
	});

	it('is not blamed on a version where the server gives its own reason', () => {
		const hintFor = (message: string) => startFailure(config(), {type: 'refused', message}).hint;
		expect(hintFor('No workspace is open')).toBe(
			'That is what the server itself says: correct it there, or in its entry in the config.',
		);
		expect(hintFor('Unsupported protocol version')).toContain('may be too old or too new');
	});

	it('does not blame the version of a server that is only played', () => {
		const {connectTimeout, requestTimeout, retryAttempts, loadTools, loadPrompts, excludeTools, disabled} =
			config();
		const played: ServerConfig = {
			name: 'weather',
			type: 'in-memory',
			...{connectTimeout, requestTimeout, retryAttempts, loadTools, loadPrompts, excludeTools, disabled},
		};
		const refusal = {type: 'refused', message: 'The cassette has no initialize request.'} as const;
		expect(startFailure(played, refusal).hint).toBe(
			'It is only played, and does what it did when it was recorded: record it again.',
		);
	});

	it('shows references in place of the values that came from them', () => {
		const shown = {command: 'weather-server', args: ['$' + '{KEY}'], env: {}};
		const {message} = startFailure(config({args: ['canary'], shown}), {type: 'refused', message: 'no'});
		expect(message).toContain("Command: weather-server '$" + "{KEY}'");
		expect(message).not.toContain('canary');
	});

	it('explains other reasons of the system', () => {
		const end = {type: 'not-started', reason: 'spawn EMFILE', systemCode: 'EMFILE'} as const;
		expect(startFailure(config(), {type: 'ended', end}).message).toContain('spawn EMFILE');
	});

	it('explains an encoding that does not exist', () => {
		const end = {type: 'not-started', reason: 'no', systemCode: 'ERR_ENCODING_NOT_SUPPORTED'} as const;
		const failure = startFailure(config({encoding: 'klingon'}), {type: 'ended', end});
		expect(failure.message).toContain('there is no encoding "klingon"');
		expect(failure.hint).toContain('"encoding"');
	});

	it('tells how to sign in', () => {
		expect(startFailure(config(), {type: 'needs-sign-in', reason: 'who are you?'})).toMatchObject({
			code: 'needs-sign-in',
			hint: 'Sign in with: mcp-tui mcp login weather',
		});
	});

	it('blames a message that is too long on the server', () => {
		const end = {type: 'message-too-long', maxBytes: 10 * 1024 * 1024} as const;
		expect(startFailure(config(), {type: 'ended', end})).toMatchObject({code: 'server-protocol'});
	});
});

it('says how a server was lost and that it comes back', () => {
	expect(lostFailure(config(), {type: 'exited', code: null, signal: 'SIGSEGV'})).toEqual({
		code: 'server-gone',
		message: 'Server "weather" was ended by SIGSEGV. Command: weather-server',
		hint: 'The next call starts it again.',
	});
});

it('has a phrase for every end', () => {
	expect(describeEnd({type: 'closed'})).toBe('was closed');
	expect(describeEnd({type: 'input-closed'})).toBe('closed its input');
	expect(describeEnd({type: 'output-closed'})).toBe('closed its output');
	expect(describeEnd({type: 'exited', code: null, signal: null})).toBe('exited with code unknown');
});
