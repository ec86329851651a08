import type {App} from '../../app/app.ts';
import type {Ask} from '../../domain/ask.ts';
import {toFailure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import {sanitise} from '../../support/sanitise.ts';
import {browserOf} from '../asks/open-ask-view.ts';
import type {EditedText} from '../window-host.ts';
import {answerWithEdit, createDialogue} from './ask-dialogue.ts';
import type {Dialogue, DialogueStep} from './dialogue.ts';
import type {LineInput} from './line-input.ts';
import type {LineOutput} from './line-output.ts';

type LineAsksDeps = {
	readonly app: App;
	readonly output: LineOutput;
	readonly input: () => LineInput;
	readonly schedule: Schedule;
	readonly width: number;
	readonly ring: () => void;
	/** What was typed before it could be an answer is the user's again. */
	readonly keep: (text: string) => void;
	readonly editText: (text: string, ending: string) => Promise<EditedText>;
};

/** A line this soon after a question was told was meant for something else. */
const guardMilliseconds = 300;

type Open = {readonly askId: string; readonly browser: string | undefined; readonly dialogue: Dialogue};

/** Tells the first question of the queue, and answers it with what is typed. */
export const createLineAsks = (deps: LineAsksDeps) => {
	const {app, output, schedule, width} = deps;
	let open: Open | undefined;
	let cancelGuard: (() => void) | undefined;
	let isBusy = false;

	const showPrompt = (): void => {
		if (open !== undefined && !isBusy) {
			output.prompt(open.dialogue.prompt());
		}
	};
	const listen = (): void => {
		const isGuarded = cancelGuard !== undefined;
		cancelGuard?.();
		cancelGuard = undefined;
		const typed = deps.input().release(open?.dialogue.isHidden() === true ? 'hidden' : 'lines');
		if (isGuarded && typed.trim() !== '') {
			const text = sanitise(typed).trim();
			output.say([`You typed this before the question was out, so it answers nothing and is kept: ${text}`]);
			deps.keep(text);
			showPrompt();
		}
	};
	/** What is told now can only be answered by what is typed after it. */
	const guard = (): void => {
		cancelGuard?.();
		deps.input().hold();
		cancelGuard = schedule(listen, guardMilliseconds);
	};

	const current = (): Ask | undefined => app.getState().asks.find(({askId}) => askId === open?.askId);

	const check = async (ask: Ask, args: JsonObject): Promise<void> => {
		isBusy = true;
		const failure = await app
			.checkArguments(ask.askId, args, new AbortController().signal)
			.catch((error: unknown) => toFailure('unchecked-arguments', error));
		isBusy = false;
		if (current()?.askId !== ask.askId) {
			return;
		}
		if (failure === undefined) {
			app.answer(ask.askId, answerWithEdit(ask, args));
		} else {
			output.say([`Not run: ${sanitise(failure.message)}`, 'Type others, or enter alone to go back.']);
			showPrompt();
		}
	};
	const edit = async (ask: Ask, dialogue: Dialogue, text: string, ending: string): Promise<void> => {
		isBusy = true;
		const edited = await deps.editText(text, ending);
		isBusy = false;
		if (current()?.askId !== ask.askId) {
			return;
		}
		if (edited.type === 'edited') {
			carryOut(ask, dialogue, dialogue.edited(edited.text));
		} else {
			output.say([...(edited.why === undefined ? [] : [edited.why]), 'Enter alone goes back.']);
			showPrompt();
		}
	};

	const carryOut = (ask: Ask, dialogue: Dialogue, step: DialogueStep): void => {
		switch (step.type) {
			case 'answer':
				// Whoever stops a turn does not want the next one at once.
				if (step.answer.type === 'stop') {
					deps.keep(app.withdrawQueue());
				}
				app.answer(ask.askId, step.answer);
				break;
			case 'say':
				output.say(step.lines);
				showPrompt();
				if (step.isDecisive) {
					guard();
				} else {
					listen();
				}
				break;
			case 'open-page':
				app.openPage(ask.askId);
				break;
			case 'check':
				void check(ask, step.arguments);
				break;
			case 'edit':
				void edit(ask, dialogue, step.text, step.ending);
				break;
			case 'command':
				break;
		}
	};

	return {
		isOpen: (): boolean => open !== undefined,
		showPrompt,
		/** Follows the head of the queue. What could be done about a page may have changed as well. */
		follow(): void {
			const {asks} = app.getState();
			const [ask] = asks;
			const browser = ask === undefined ? undefined : browserOf(ask);
			if (ask?.askId === open?.askId && browser === open?.browser) {
				return;
			}
			if (ask === undefined) {
				open = undefined;
				listen();
				return;
			}
			const isNew = ask.askId !== open?.askId;
			open = {askId: ask.askId, browser, dialogue: createDialogue(ask, width, asks.length)};
			if (isNew) {
				deps.ring();
			}
			output.say(open.dialogue.begin);
			showPrompt();
			guard();
		},
		/** False when the line is a command, or nothing is asked. */
		takes(line: string): boolean {
			const ask = current();
			if (open === undefined || ask === undefined) {
				return false;
			}
			if (isBusy) {
				return true;
			}
			const {dialogue} = open;
			const step = dialogue.take(line);
			carryOut(ask, dialogue, step);
			return step.type !== 'command';
		},
	};
};
