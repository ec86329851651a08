import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {OfferedTool} from '../../../../source/domain/tool.ts';
import {currentEntry} from '../../../../source/ui/form/form-view.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const inputSchema: JsonObject = {
	type: 'object',
	properties: {path: {type: 'string'}, content: {type: 'string'}, limit: {type: 'integer'}},
	required: ['path'],
};

const writeFile: OfferedTool = {
	modelName: 'filesystem__write_file',
	definition: {server: 'filesystem', tool: 'write_file', description: '', annotations: {}, inputSchema},
};

/** The arguments of a call in a form that has been on the screen long enough. */
const filling = () => {
	const chat = controlChat({tools: [writeFile]});
	chat.raise(askOf());
	chat.clock.advance(300);
	chat.press('e');
	chat.clock.advance(300);
	const view = () => chat.controller.getView().ask;
	return {
		...chat,
		view,
		text() {
			const form = view()?.argumentForm?.form;
			return form === undefined ? undefined : currentEntry(form)?.text.text;
		},
		finish() {
			chat.press('ctrl+s');
			chat.clock.advance(300);
			chat.press('enter');
		},
		answered: () => waitUntil(() => chat.fake.answers.length > 0),
	};
};

describe('the form of a call', () => {
	it('opens with the arguments, and runs the call with what is in it', async () => {
		const {type, press, finish, answered, text, fake, draft} = filling();
		expect(text()).toBe('notes.txt');
		type('.md');
		press('tab');
		expect(text()).toBe('hello');
		finish();
		await answered();
		expect(fake.answers[0]?.answer).toEqual({
			type: 'allow',
			scope: 'once',
			arguments: {path: 'notes.txt.md', content: 'hello'},
		});
		expect(draft()).toBe('');
	});

	it('calls nothing changed that nobody has changed', async () => {
		const {finish, answered, fake} = filling();
		finish();
		await answered();
		expect(fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once'});
	});

	it('never runs with an enter too many', () => {
		const {press, clock, fake} = filling();
		press('enter', 'enter', 'enter', 'enter', 'enter');
		clock.advance(299);
		press('enter');
		expect(fake.answers).toEqual([]);
	});

	it('stays with a field that is wrong', () => {
		const {press, type, view, finish, fake} = filling();
		press('tab', 'tab');
		type('many');
		finish();
		expect(view()?.argumentForm?.form.index).toBe(2);
		expect(fake.answers).toEqual([]);
	});

	it('says why the tool does not take the arguments, until they are changed', async () => {
		const {press, type, view, finish, fake} = filling();
		fake.check = async () => ({code: 'bad-arguments', message: 'path: must match a pattern'});
		finish();
		await waitUntil(() => view()?.argumentForm?.problem !== undefined);
		expect(view()?.argumentForm?.problem).toBe('path: must match a pattern');
		press('shift+tab');
		type('1');
		expect(view()?.argumentForm).not.toHaveProperty('problem');
		expect(fake.answers).toEqual([]);
	});

	it('answers nothing when it is left while the tool is asked', async () => {
		const {press, view, finish, fake} = filling();
		let let_go = (): void => undefined;
		fake.check = () =>
			new Promise(resolve => {
				let_go = () => resolve(undefined);
			});
		finish();
		expect(view()?.argumentForm?.isChecking).toBe(true);
		press('esc');
		let_go();
		await Promise.resolve();
		expect(fake.answers).toEqual([]);
		expect(view()?.argumentForm?.isOpen).toBe(true);
	});

	it('is left with esc, and goes on with what was filled in', () => {
		const {press, type, text, view, clock, fake} = filling();
		type('!');
		press('esc');
		expect(view()?.argumentForm?.isOpen).toBe(false);
		clock.advance(300);
		press('e');
		expect(text()).toBe('notes.txt!');
		expect(fake.answers).toEqual([]);
	});

	it('becomes JSON text and a form again, with what was written in either', async () => {
		const {press, type, text, view, clock, finish, answered, fake} = filling();
		type('!');
		press('ctrl+t');
		expect(view()?.editor?.text.text).toBe('{\n  "path": "notes.txt!",\n  "content": "hello"\n}');
		press('right');
		type('"limit": 3, ');
		press('ctrl+t');
		expect(text()).toBe('notes.txt!');
		clock.advance(300);
		finish();
		await answered();
		expect(JSON.stringify(fake.answers[0]?.answer)).toBe(
			'{"type":"allow","scope":"once","arguments":{"limit":3,"path":"notes.txt!","content":"hello"}}',
		);
	});

	it('stays a text while that is no JSON', () => {
		const {press, type, view} = filling();
		press('ctrl+t', 'right');
		type('oops');
		press('ctrl+t');
		expect(view()?.editor?.isOpen).toBe(true);
		expect(view()?.argumentForm?.isOpen).toBe(false);
	});

	it('goes back into the history when the question goes away by itself', () => {
		const {type, fake, press, draft} = filling();
		type('!');
		fake.emit({type: 'ask-withdrawn', askId: 'ask-1'});
		press('up');
		expect(draft()).toContain('"path": "notes.txt!"');
	});
});

describe('the editor of the user', () => {
	it('gets the arguments as JSON, and what comes back is shown before anything runs', async () => {
		const {press, view, window, clock, answered, fake} = filling();
		window.answerWith({type: 'edited', text: '{\r\n\t"path": "b.txt"\r\n}\n'});
		press('ctrl+g');
		await waitUntil(() => view()?.argumentForm?.form.index === 3);
		expect(window.edited).toEqual(['{\n  "path": "notes.txt",\n  "content": "hello"\n}']);
		press('enter');
		expect(fake.answers).toEqual([]);
		clock.advance(300);
		press('enter');
		await answered();
		expect(fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once', arguments: {path: 'b.txt'}});
	});

	it('may give back what is no JSON: it is shown with its fault', async () => {
		const {press, view, window, fake} = filling();
		window.answerWith({type: 'edited', text: '{"path": }'});
		press('ctrl+g');
		await waitUntil(() => view()?.editor?.isOpen === true);
		expect(view()?.editor?.text).toEqual({text: '{"path": }', cursor: 9});
		expect(fake.answers).toEqual([]);
	});

	it('leaves what was written in the history when the question is over meanwhile, and says so', async () => {
		const {press, window, fake, controller} = filling();
		window.answerWith({type: 'edited', text: '{"path": "mine"}\n'});
		press('ctrl+g');
		fake.emit({type: 'ask-withdrawn', askId: 'ask-1'});
		await waitUntil(() => fake.app.getState().items.at(-1)?.type === 'notice');
		expect(controller.getView().history).toEqual(['{"path": "mine"}']);
	});

	it('may not start: the form says why', async () => {
		const {press, view, window} = filling();
		window.answerWith({type: 'unchanged', why: 'No editor is set.'});
		press('ctrl+g');
		await waitUntil(() => view()?.argumentForm?.problem !== undefined);
		expect(view()?.argumentForm?.problem).toBe('No editor is set.');
	});
});

describe('the explorer', () => {
	it('opens with x, and the question is seen anew when it closes', async () => {
		const chat = controlChat();
		chat.raise(askOf());
		chat.clock.advance(300);
		chat.press('x');
		expect(chat.explored.map(({tool}) => tool)).toEqual(['write_file']);
		chat.clock.advance(5000);
		chat.closeExplorer();
		await Promise.resolve();
		await Promise.resolve();
		chat.press('esc', 'y', 'n');
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press('n');
		expect(chat.fake.answers).toHaveLength(1);
	});
});
