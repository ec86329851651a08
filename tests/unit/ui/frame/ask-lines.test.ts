import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {Ask} from '../../../../source/domain/ask.ts';
import {parseForm} from '../../../../source/domain/elicitation-form.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {openForm, review, typeInto} from '../../../../source/ui/form/form-view.ts';
import {askLines} from '../../../../source/ui/frame/ask-lines.ts';
import {createStyles} from '../../../../source/ui/theme/styles.ts';
import type {AskView} from '../../../../source/ui/view-state.ts';
import {addressAsk, formAsk, hostile, samplingAsk, signInAsk, turnAsk} from '../../../helpers/ui-samples.ts';
import {anyAskArbitrary} from '../../../helpers/ui-states.ts';
import {seen, unsafeLines} from '../../../helpers/ui-text.ts';

const styles = createStyles(true);
const closed: AskView = {askId: 'x', shownAt: 0, highlight: 'deny', scroll: 0, isFocused: false};

const layOut = (
	ask: Ask,
	{width = 80, height = 20, ...view}: Partial<AskView> & {width?: number; height?: number} = {},
) => askLines(ask, {...closed, ...view}, {width, height, styles, count: 1, before: 0, isDraftFocused: false});

const read = (ask: Ask, options: Parameters<typeof layOut>[1] = {}): readonly string[] =>
	layOut(ask, options).lines.map(line => seen(line).replace(/^┃ /, ''));

const formOf = (properties: JsonObject, required: readonly string[] = []) =>
	openForm(parseForm({properties, required}));

describe('a form on the screen', () => {
	it('shows every field, and everything about the one that has the keyboard', () => {
		const ask = formAsk(
			{
				city: {type: 'string', title: 'City', description: 'Where you live', maxLength: 20},
				other: {type: 'boolean'},
			},
			['city'],
		);
		expect(read(ask)).toEqual([
			'airline asks',
			'Where to?',
			'',
			'› City *  text    needed',
			'    Where you live',
			'    required, at most 20 characters',
			'  other   yes/no  no answer',
			'enter next · shift+tab back · ctrl+x decline · esc cancel · ctrl+n no more',
		]);
	});

	it('without fields shows how to accept, decline and cancel', () => {
		expect(read(formAsk({}))).toEqual([
			'airline asks for your consent',
			'Where to?',
			'n decline · y accept · esc cancel · ctrl+n no more questions',
		]);
	});

	it('shows the choices, and which one the keys are on', () => {
		const lines = read(formAsk({seat: {type: 'string', enum: ['window', 'aisle'], default: 'aisle'}}));
		expect(lines).toContain('    ○ 1 window');
		expect(lines).toContain('  › ● 2 aisle');
	});

	it('warns of what looks like a secret, with the name of the server', () => {
		expect(read(formAsk({password: {type: 'string'}}))).toContain(
			'    this looks like a secret: only tell airline what it may keep',
		);
	});

	it('shows at the end what will be sent', () => {
		const form = review(formOf({seat: {type: 'string', default: 'aisle'}}));
		const lines = read(formAsk({seat: {type: 'string', default: 'aisle'}}), {form});
		expect(lines).toContain('airline gets:');
		expect(lines).toContain('seat: aisle');
		expect(lines.at(-1)).toContain('enter send');
	});

	it('shows the answers at the end as the form does, and hides what looks like a secret', () => {
		const properties = {
			seat: {
				type: 'string',
				title: 'Your seat',
				oneOf: [
					{const: 'w', title: 'By the window'},
					{const: 'a', title: 'On the aisle'},
				],
				default: 'a',
			},
			meals: {
				type: 'array',
				title: 'Meals',
				items: {
					anyOf: [
						{const: 'm1', title: 'Breakfast'},
						{const: 'm2', title: 'Dinner'},
					],
				},
				default: ['m1', 'm2'],
			},
			again: {type: 'boolean', title: 'Fly again', default: false},
			pin: {type: 'string', title: 'PIN of the card', default: '4711'},
		};
		const form = review(formOf(properties));
		const lines = read(formAsk(properties), {form});
		expect(lines.slice(lines.indexOf('airline gets:') + 1, -1)).toEqual([
			'Your seat: On the aisle',
			'Meals: Breakfast, Dinner',
			'Fly again: no',
			'PIN of the card: ••••••••',
		]);
	});

	it('shows the choice that the keys are on in a low window', () => {
		const cities = Array.from({length: 50}, (_, index) => `city-${index}`);
		const ask = formAsk({city: {type: 'string', enum: cities}}, ['city']);
		const form = typeInto(formOf({city: {type: 'string', enum: cities}}, ['city']), 'city-40');
		expect(
			read(ask, {form, height: 8}).some(line => line.startsWith('  ›') && line.includes('city-40')),
		).toBe(true);
	});
});

describe('a page on the screen', () => {
	it('shows where it leads apart from the address', () => {
		expect(read(addressAsk())).toEqual([
			'airline wants you to open a page',
			'leads to pay.example.org',
			'https://pay.example.org/now?id=1',
			'',
			'Please pay.',
			'n decline · y open in the browser · esc cancel · ctrl+n no more questions',
		]);
	});

	it('says that no browser opened, and how to go on', () => {
		const lines = read({...addressAsk(), browser: 'missing'}, {width: 120});
		expect(lines).toContain('https://pay.example.org/now?id=1');
		expect(lines.slice(-2)).toEqual([
			'no browser could be opened with this address: copy it, and open it yourself; y then tells the server that you did',
			'n decline · y I opened it · esc cancel · ctrl+n no more questions',
		]);
	});

	it('shows the end of where it leads, however long the name and the message are', () => {
		const host = `accounts.google.com.${'signin.'.repeat(20)}evil.example`;
		const ask = addressAsk(`https://${host}/`);
		const long = {...ask, request: {...ask.request, message: 'Please. '.repeat(1000)}};
		for (const width of [40, 80, 120]) {
			const lines = read(long, {width, height: 16});
			const start = lines.indexOf('leads to') + 1;
			const end = lines.findIndex(line => line.startsWith('https://'));
			expect(lines.slice(start, end).join('')).toBe(host);
			expect(lines[end - 1]).toMatch(/evil\.example$/);
		}
	});

	it('makes the last two names of where it leads stand out, or all of a number', () => {
		const strong = (host: string) =>
			layOut(addressAsk(`https://${host}/`)).lines.find(line => line.includes('leads to'));
		const start = `${styles.warn('┃')} ${styles.dim('leads to')} `;
		expect(strong('accounts.google.com.evil.example:8443')).toBe(
			`${start}accounts.google.com.${styles.strong('evil.example:8443')}`,
		);
		expect(strong('localhost')).toBe(`${start}${styles.strong('localhost')}`);
		expect(strong('127.0.0.1:4711')).toBe(`${start}${styles.strong('127.0.0.1:4711')}`);
	});

	it.each([
		['http://example.org', 'not encrypted'],
		['https://bank.example@evil.example/', 'before the @'],
		['https://exаmple.org/', 'unusual letters'],
	])('warns of %s', (url, words) => {
		expect(read(addressAsk(url)).join('\n')).toContain(words);
	});
});

describe('a use of the model on the screen', () => {
	it('shows every message, and what it may cost', () => {
		const lines = read(
			samplingAsk({
				systemPrompt: 'Be brief.',
				tools: [{name: 'weather', description: '', inputSchema: {}}],
				messages: [
					{
						role: 'user',
						content: [
							{type: 'text', text: 'Hi'},
							{type: 'image', mimeType: 'image/png', data: 'abcd'},
						],
					},
					{role: 'assistant', content: [{type: 'tool-use', id: '1', name: 'weather', input: {city: 'Bern'}}]},
				],
			}),
		);
		expect(lines).toEqual([
			'airline wants to use your model',
			'model demo/tour · up to 500 tokens · airline sees the answer',
			'instructions:',
			'  Be brief.',
			'user:',
			'  Hi',
			'  [image image/png, 4 characters]',
			'assistant:',
			'  [calls weather: city: "Bern"]',
			'tools of the server:',
			'  weather',
			'n deny · y allow once · ctrl+n no more questions',
		]);
	});

	it('says when the server asks without being called', () => {
		const words = 'it asks by itself: no call to airline runs now';
		expect(read(samplingAsk())).not.toContain(words);
		expect(read({...samplingAsk(), isDuringCall: false})).toContain(words);
	});
});

describe('a sign-in on the screen', () => {
	it('shows where it leads, what it asks for and how it ends', () => {
		expect(read(signInAsk, {width: 120})).toEqual([
			'airline wants you to sign in',
			'leads to login.example.org',
			'https://login.example.org/authorize?client_id=1',
			'it asks for: flights:read',
			'the browser comes back to http://127.0.0.1:4711/callback; where it cannot (SSH), paste the address it ended at',
			'n not now · y open in the browser · p paste the address it ended at',
		]);
	});

	it('says that it waits for the browser, and can be given up', () => {
		const lines = read({...signInAsk, browser: 'started'});
		expect(lines).toContain('https://login.example.org/authorize?client_id=1');
		expect(lines).toContain('waiting for the browser …');
		expect(lines.at(-1)).toBe('n give up · y open it again · p paste the address it ended at');
	});

	it('says that no browser opened, and shows the address to copy', () => {
		const lines = read({...signInAsk, browser: 'missing'});
		expect(lines).toContain('https://login.example.org/authorize?client_id=1');
		expect(lines).toContain('no browser could be opened with this address: copy it, and open it yourself');
	});
});

describe('a question of any kind', () => {
	it('obeys nothing that a server says', () => {
		const asks: readonly Ask[] = [
			{
				...formAsk({[hostile]: {type: 'string', title: hostile, description: hostile, default: hostile}}),
				server: hostile,
			},
			{...formAsk({x: {type: 'string', enum: [hostile], enumNames: [hostile]}})},
			{...addressAsk(`https://example.org/${hostile}`), server: hostile},
			{
				...samplingAsk({
					systemPrompt: hostile,
					tools: [{name: hostile, description: hostile, inputSchema: {}}],
				}),
				model: hostile,
			},
			{...signInAsk, request: {url: hostile, callback: hostile, scopes: hostile}},
		];
		for (const ask of asks) {
			expect(unsafeLines(layOut(ask).lines)).toEqual([]);
		}
	});

	it('is never wider than the window, and says when it does not fit', () => {
		fc.assert(
			fc.property(
				anyAskArbitrary,
				fc.integer({min: 20, max: 120}),
				fc.integer({min: 2, max: 40}),
				(ask, width, height) => {
					const {lines, lacks} = layOut(ask, {width, height});
					if (lacks === undefined) {
						expect(lines.length).toBeLessThanOrEqual(height);
					}
					expect(unsafeLines(lines)).toEqual([]);
					if (width >= 40) {
						expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
					}
				},
			),
		);
	});
});

describe('a turn that cannot go on by itself, on the screen', () => {
	it('says why, and what can be done about it', () => {
		expect(read(turnAsk(), {highlight: 'stop'})).toEqual([
			'The model has used all its steps',
			'The model used all 50 steps of this turn without finishing.',
			'esc stop here · c continue · w wrap up',
		]);
	});

	it('offers a summary where the conversation does not fit any more', () => {
		const ask = turnAsk({reason: 'context-full', message: 'Too long.'});
		expect(read(ask).at(-1)).toBe('esc stop here · c compact and go on');
	});
});
