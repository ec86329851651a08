import {describe, expect, it} from 'vitest';
import type {InputKept} from '../../../source/app/own-questions.ts';
import type {ProjectServerOffer} from '../../../source/domain/ask.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';

const never = new AbortController().signal;
const servers: readonly ProjectServerOffer[] = [
	{name: 'web', file: '.mcp.json', runs: 'npx web', variables: [], isChanged: false},
];
const token = {inputId: 'token', servers: ['web'], isSecret: true, description: 'The token'} as const;

const noticesOf = ({getState}: ReturnType<typeof createAppHarness>['app']): readonly string[] =>
	[...getState().items].flatMap(item => (item.type === 'notice' ? [`${item.tone}: ${item.text}`] : []));

describe('the question about a folder', () => {
	it.each([
		['accept', 'trust'],
		['deny', 'refuse'],
		['dismiss', 'later'],
	] as const)('answered with %s means %s', async (type, meaning) => {
		const {app} = createAppHarness();
		const answer = app.askFolder('/project', servers, never);
		const [ask] = app.getState().asks;
		expect(ask).toMatchObject({kind: 'folder', folder: '/project', servers});
		app.answer(ask?.askId ?? '', {type});
		await expect(answer).resolves.toBe(meaning);
	});

	it('gives way to a later one about the same folder', async () => {
		const {app} = createAppHarness();
		const first = app.askFolder('/project', [], never);
		const second = app.askFolder('/project', servers, never);
		await expect(first).resolves.toBe('later');
		expect(app.getState().asks).toMatchObject([{servers}]);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'accept'});
		await expect(second).resolves.toBe('trust');
	});

	it('means nothing when nobody waits for it any more', async () => {
		const {app} = createAppHarness();
		const controller = new AbortController();
		const answer = app.askFolder('/project', servers, controller.signal);
		controller.abort();
		await expect(answer).resolves.toBe('later');
		expect(app.getState().asks).toEqual([]);
	});
});

describe('the question for a value', () => {
	const setUp = (outcome: InputKept = {type: 'kept', place: 'the keychain'}) => {
		const kept: (readonly string[])[] = [];
		const harness = createAppHarness({
			async keepInput(id, value) {
				kept.push([id, value]);
				return outcome;
			},
		});
		const ask = () => harness.app.getState().asks[0];
		return {...harness, kept, ask};
	};

	it('keeps what the user gives, which no event and no file ever has', async () => {
		const {app, kept, ask, events, saved} = setUp();
		const answer = app.askInput(token, never);
		expect(ask()).toMatchObject({kind: 'input', ...token});
		app.answer(ask()?.askId ?? '', {type: 'accept', content: {value: 'hunter2'}});
		await expect(answer).resolves.toBe('kept');
		expect(kept).toEqual([['token', 'hunter2']]);
		expect(noticesOf(app)).toEqual(['info: The value of token is kept in the keychain.']);
		app.submit('Hi');
		await app.settled();
		expect(JSON.stringify([events, saved])).not.toContain('hunter2');
		expect(saved.some(({type}) => type.startsWith('ask-'))).toBe(false);
	});

	it('never says that a value is kept which is gone when the program ends', async () => {
		const {app, ask} = setUp({
			type: 'kept',
			place: 'memory until the program ends',
			problem: 'no keychain service answers on D-Bus',
			hint: 'Start one.',
		});
		const answer = app.askInput({...token, place: 'memory until the program ends'}, never);
		expect(ask()).toMatchObject({place: 'memory until the program ends'});
		app.answer(ask()?.askId ?? '', {type: 'accept', content: {value: 'hunter2'}});
		await expect(answer).resolves.toBe('kept');
		expect(noticesOf(app)).toEqual([
			'warning: The value of token is kept only until the program ends: no keychain service answers on D-Bus.\nStart one.',
		]);
	});

	it('does not claim to have kept anything where nothing can be', async () => {
		const {app} = createAppHarness();
		const answer = app.askInput(token, never);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'accept', content: {value: 'hunter2'}});
		await expect(answer).resolves.toBe('later');
		expect(noticesOf(app)).toEqual([
			'warning: The value of token is not kept. There is no place for it here.',
		]);
	});

	it('says why a value could not be kept, and that it is not', async () => {
		const {app, ask} = setUp({
			type: 'failed',
			failure: {code: 'no-keychain', message: 'There is no keychain.', hint: 'Start one.'},
		});
		const answer = app.askInput(token, never);
		app.answer(ask()?.askId ?? '', {type: 'accept', content: {value: 'hunter2'}});
		await expect(answer).resolves.toBe('later');
		expect(noticesOf(app)).toEqual([
			'warning: The value of token is not kept. There is no keychain.\nStart one.',
		]);
	});

	it.each([
		{type: 'dismiss'},
		{type: 'accept'},
		{type: 'accept', content: {value: ''}},
		{type: 'accept', content: {value: 7}},
	] as const)('keeps nothing with %o', async given => {
		const {app, ask, kept} = setUp();
		const answer = app.askInput(token, never);
		app.answer(ask()?.askId ?? '', given);
		await expect(answer).resolves.toBe('later');
		expect(kept).toEqual([]);
	});

	it('is asked once for all who need the value', async () => {
		const {app, ask, kept} = setUp();
		const answers = [app.askInput(token, never), app.askInput(token, never)];
		expect(app.getState().asks).toHaveLength(1);
		app.answer(ask()?.askId ?? '', {type: 'accept', content: {value: 'x'}});
		await expect(Promise.all(answers)).resolves.toEqual(['kept', 'kept']);
		expect(kept).toHaveLength(1);
		void app.askInput(token, never);
		expect(app.getState().asks).toHaveLength(1);
	});
});
