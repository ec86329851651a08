import {describe, expect, it} from 'vitest';
import type {AppFact} from '../../../source/domain/event.ts';
import {createChatScene} from '../../../source/ui/chat-scene.ts';
import {createStyles} from '../../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../../source/ui/transcript/markdown-writer.ts';
import {controlChat} from '../../helpers/ui-controller.ts';
import {askOf, requested, resultAsk} from '../../helpers/ui-samples.ts';
import {seen} from '../../helpers/ui-text.ts';

const turn: AppFact = {type: 'message-accepted', turnId: 'turn-1', messageId: 'm', text: 'go'};
const step: AppFact = {type: 'step-started', turnId: 'turn-1', stepId: 'step-1', model: 'm'};

const styles = createStyles(true);

const open = () => {
	const chat = controlChat();
	let canDraw = true;
	let told = 0;
	const scene = createChatScene({
		app: chat.fake.app,
		controller: chat.controller,
		styles: () => styles,
		createAnswerWriter: createMarkdownLoader().createAnswerWriter,
		greeting: ['welcome'],
		size: () => ({columns: 80, rows: 24}),
		canDraw: () => canDraw,
		now: chat.clock.now,
		schedule: chat.clock.schedule,
		motion: {spinnerFrames: ['-', '+'], tickMilliseconds: 100},
	});
	scene.subscribe(() => {
		told += 1;
	});
	return {
		...chat,
		scene,
		told: () => told,
		allowDrawing: (allowed: boolean) => {
			canDraw = allowed;
		},
		frame: () => scene.getPicture().frame.lines.map(seen).join('\n'),
		printed: () => scene.getPicture().fresh.flatMap(({lines}) => lines.map(seen)),
	};
};

describe('the scene', () => {
	it('begins with the greeting, once', () => {
		const {fake, printed} = open();
		expect(printed()).toEqual(['welcome']);
		fake.emit(turn);
		fake.emit(step);
		expect(printed().filter(line => line === 'welcome')).toHaveLength(1);
		expect(printed()).toContain('› go');
	});

	it('hands out a block until it is acknowledged, and never again', () => {
		const {fake, printed, scene, told} = open();
		fake.emit(turn);
		const {fresh} = scene.getPicture();
		fake.emit({type: 'notice-raised', tone: 'info', text: 'later'});
		const before = told();
		scene.acknowledge(fresh);
		expect(told()).toBe(before);
		scene.refresh();
		expect(printed().join()).not.toMatch(/welcome|go/);
		expect(printed().join()).toContain('later');
		scene.acknowledge(scene.getPicture().fresh);
		scene.refresh();
		expect(printed()).toEqual([]);
	});

	it('gives the same picture until something changes', () => {
		const {scene, press} = open();
		const first = scene.getPicture();
		expect(scene.getPicture()).toBe(first);
		press('a');
		expect(scene.getPicture()).not.toBe(first);
	});

	it('draws again when a key changes the draft', () => {
		const {press, frame, told} = open();
		press('h', 'i');
		expect(frame()).toContain('› hi');
		expect(told()).toBe(2);
	});

	it('runs a timer only while a turn runs', () => {
		const {fake, clock, frame} = open();
		expect(clock.waiting()).toBe(0);
		fake.emit(turn, step);
		expect(clock.waiting()).toBe(1);
		const before = frame();
		clock.advance(100);
		expect(frame()).not.toBe(before);
		expect(clock.waiting()).toBe(1);
		fake.emit({type: 'turn-finished', turnId: 'turn-1'});
		clock.advance(1000);
		expect(clock.waiting()).toBe(0);
	});

	it('draws an answer as often as it is told of it, and not for its clocks as well', () => {
		const {fake, clock, told} = open();
		fake.emit(turn, step);
		const before = told();
		for (let piece = 0; piece < 20; piece++) {
			clock.advance(50);
			fake.emit({type: 'answer-streamed', stepId: 'step-1', text: 'word '});
		}
		expect(told() - before).toBe(20);
		clock.advance(100);
		expect(told() - before).toBe(21);
	});

	it('moves while a call runs that the user has run again, in no turn', () => {
		const {fake, clock, frame} = open();
		fake.emit(requested('call-1', {path: 'a.txt'}), {type: 'call-started', callId: 'call-1'});
		expect(clock.waiting()).toBe(1);
		expect(frame()).toContain('path: "a.txt"');
		expect(frame()).toContain('1 tool runs');
		const before = frame();
		clock.advance(2000);
		expect(frame()).not.toBe(before);
		fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: true});
		clock.advance(1000);
		expect(clock.waiting()).toBe(0);
	});

	it('runs no timer while all calls wait for the user, and goes on after that', () => {
		const {fake, clock, raise, frame} = open();
		raise(askOf(), resultAsk({callId: 'call-2'}));
		clock.advance(100);
		expect(clock.waiting()).toBe(0);
		expect(frame()).toContain('waits for your review');
		fake.emit({type: 'ask-answered', askId: 'ask-1', answer: {type: 'allow', scope: 'once'}});
		fake.emit({type: 'call-started', callId: 'call-1'});
		expect(clock.waiting()).toBe(1);
		fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: true});
		clock.advance(100);
		expect(clock.waiting()).toBe(0);
		fake.emit({type: 'call-cancelled', callId: 'call-2', outcomeUnknown: true});
		expect(clock.waiting()).toBe(1);
	});

	it('draws nothing while the window moves, and everything after', () => {
		const {fake, allowDrawing, printed, told, scene, clock} = open();
		allowDrawing(false);
		fake.emit(turn);
		clock.advance(500);
		expect(told()).toBe(0);
		allowDrawing(true);
		scene.refresh();
		expect(told()).toBe(1);
		expect(printed()).toContain('› go');
	});

	it('shows a suggestion only while nothing runs', () => {
		const {fake, frame} = open();
		fake.suggestion = 'try this';
		fake.emit({type: 'notice-raised', tone: 'info', text: 'x'});
		expect(frame()).toContain('try this');
		fake.emit(turn);
		expect(frame()).not.toContain('try this');
	});

	it('prints a long answer in slices, between which a key costs a frame and no slice', () => {
		const {fake, clock, press, frame, printed, scene} = open();
		const text = Array.from({length: 5000}, (_, index) => `line ${index}\n\n`).join('');
		fake.emit(turn, step, {type: 'answer-streamed', stepId: 'step-1', text});
		const slices = [printed()];
		scene.acknowledge(scene.getPicture().fresh);
		scene.subscribe(() => {
			slices.push(printed());
			scene.acknowledge(scene.getPicture().fresh);
		});
		press('h');
		expect(frame()).toContain('› h');
		expect(slices.at(-1)).toEqual([]);
		clock.advance(0);
		expect(Math.max(...slices.map(({length}) => length))).toBeLessThan(1100);
		const lines = slices.flat().filter(line => line.startsWith('line '));
		expect(lines).toEqual(Array.from({length: 5000}, (_, index) => `line ${index}`));
		expect(frame()).toContain('› h');
	});

	it('lets go of everything', () => {
		const {fake, scene, controller, clock, told, press} = open();
		fake.emit(turn);
		scene.dispose();
		controller.dispose();
		const before = told();
		press('a');
		fake.emit(step);
		expect(told()).toBe(before);
		expect(clock.waiting()).toBe(0);
		expect(fake.count.listeners).toBe(0);
	});
});
