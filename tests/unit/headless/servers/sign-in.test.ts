import {describe, expect, it} from 'vitest';
import {createCommandRequests} from '../../../../source/headless/servers/command-requests.ts';
import {signInToServer, signOutOfServer} from '../../../../source/headless/servers/sign-in.ts';
import {createFakeRun, createRecorder, httpServer, signal, stdioServer} from './fake-run.ts';

const configs = () => [httpServer('web'), stdioServer('local')];

describe('mcp login and logout', () => {
	it('say where the tokens are kept', async () => {
		const run = createFakeRun({configs, signIn: async () => ({type: 'signed-in', kept: 'the keychain'})});
		const {output, out} = createRecorder();
		expect(await signInToServer({run, output, name: 'web'}, signal)).toBe(0);
		expect(out()).toBe('Signed in to "web". The tokens are kept in the keychain.\n');
	});

	it('ask for no sign-in whose tokens would end with the command', async () => {
		let isAsked = false;
		const run = createFakeRun({
			configs,
			whyNotKept: async () => ({code: 'no-keychain', message: 'There is no keychain.'}),
			signIn: async () => {
				isAsked = true;
				return {type: 'signed-in', kept: 'memory'};
			},
		});
		const {output, out, err} = createRecorder();
		expect(await signInToServer({run, output, name: 'web'}, signal)).toBe(1);
		expect([out(), err()]).toEqual(['', expect.stringContaining('There is no keychain.')]);
		expect(isAsked).toBe(false);
	});

	it('refuse a server that is started by a command', async () => {
		const {output, err} = createRecorder();
		expect(await signInToServer({run: createFakeRun({configs}), output, name: 'local'}, signal)).toBe(42);
		expect(err()).toContain('nothing to sign in to');
	});

	it('end with 1 when it failed or was cancelled', async () => {
		const failure = {code: 'x', message: 'It said no.', hint: 'Ask again.'};
		const failing = createFakeRun({configs, signIn: async () => ({type: 'failed', failure})});
		const {output, err} = createRecorder();
		expect(await signInToServer({run: failing, output, name: 'web'}, signal)).toBe(1);
		expect(err()).toBe('It said no.\nAsk again.\n');
		const cancelling = createFakeRun({configs});
		expect(await signInToServer({run: cancelling, output, name: 'web'}, signal)).toBe(1);
	});

	it('tell scripts whether there was anything to forget', async () => {
		const run = createFakeRun({configs, signOut: async () => ({type: 'signed-out'})});
		const {output, json} = createRecorder(true);
		expect(await signOutOfServer({run, output, name: 'web'}, signal)).toBe(0);
		expect(json()).toEqual({name: 'web', signedIn: false, wasSignedIn: true});
	});
});

const request = {url: 'https://auth.example/?state=1', callback: 'http://127.0.0.1:1/callback'};

const ask = async (lines: readonly string[] | undefined) => {
	const opened: string[] = [];
	const typed = [...(lines ?? [])];
	const {output, err} = createRecorder();
	const requests = createCommandRequests({
		output,
		roots: () => [],
		openBrowser: async url => {
			opened.push(url);
			return true;
		},
		...(lines === undefined ? {} : {readLine: async () => typed.shift()}),
	});
	return {answer: await requests.signIn('web', request, signal), opened, err};
};

describe('being asked to sign in', () => {
	it('opens the browser on enter and not before', async () => {
		expect((await ask([])).opened).toEqual([]);
		const {opened, answer, err} = await ask(['']);
		expect([opened, answer]).toEqual([[request.url], {type: 'opened'}]);
		expect(err()).toContain(request.url);
	});

	it('takes the address that the browser ended at', async () => {
		const returned = 'http://127.0.0.1:1/callback?code=2';
		expect((await ask(['', ` ${returned} `])).answer).toEqual({type: 'pasted', returned});
	});

	it('only shows the address where nobody can press a key', async () => {
		const {opened, answer, err} = await ask(undefined);
		expect([opened, answer]).toEqual([[], {type: 'opened'}]);
		expect(err()).toContain(request.url);
	});
});

describe('other questions of servers to a single command', () => {
	it('are put aside with a word about the chat', async () => {
		const {output, err} = createRecorder();
		const requests = createCommandRequests({output, roots: () => [], openBrowser: async () => true});
		const question = {mode: 'form', message: 'Your name?', schema: {}} as const;
		expect(await requests.elicit('web', question, signal)).toEqual({action: 'cancel'});
		expect(err()).toContain('Your name?');
	});

	it('are named ten times in a minute, each with a line of its words', async () => {
		const {output, err} = createRecorder();
		const requests = createCommandRequests({
			output,
			roots: () => [],
			openBrowser: async () => true,
			now: () => 1000,
		});
		const question = {mode: 'form', message: 'x'.repeat(20_000), schema: {}} as const;
		for (let index = 0; index < 1000; index += 1) {
			expect(await requests.elicit('web', question, signal)).toEqual({action: 'cancel'});
		}
		expect(err().match(/Server "web" asks/g)).toHaveLength(10);
		expect(err().match(/web asks more than 10 questions/g)).toHaveLength(1);
		expect(err().length).toBeLessThan(4000);
	});
});
