import type {App} from '../../app/app.ts';
import type {FrontEnd, FrontEndView} from '../../app/front-end.ts';
import type {Schedule} from '../../domain/ports.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {spokenStats, spokenTurn} from '../stats/spoken-stats.ts';
import type {CreateAnswerWriter} from '../transcript/answer-writer.ts';
import {startSlice} from '../transcript/slice.ts';
import type {EditedText} from '../window-host.ts';
import {createLineAsks} from './line-asks.ts';
import type {LineInput} from './line-input.ts';
import {createLineOutput} from './line-output.ts';
import {createLinePrinter} from './line-printer.ts';
import {createStillWorking} from './still-working.ts';

type LineChatDeps = {
	readonly app: App;
	readonly write: (text: string) => void;
	readonly width: number;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly input: () => LineInput;
	readonly createAnswerWriter: CreateAnswerWriter;
	readonly editText: (text: string, ending: string) => Promise<EditedText>;
	readonly copy: FrontEnd['copy'];
	readonly ring: () => void;
	readonly quit: () => void;
};

export type LineChat = {
	readonly start: (greeting: readonly string[]) => void;
	readonly onLine: (line: string, isHidden: boolean) => void;
	readonly onInterrupt: () => void;
	/** Tells what could not be told before; nothing before the start. */
	readonly refresh: () => void;
	readonly frontEnd: FrontEnd;
	readonly dispose: () => void;
};

const quitMilliseconds = 2000;

const keyWords =
	'enter sends a line, a backslash at its end goes on to the next line, ctrl+c stops the model, ctrl+d quits.';

/** What has a page of its own elsewhere, and what there is here instead. */
const insteadOf: Readonly<Record<Exclude<FrontEndView, 'stats' | 'turn'>, string>> = {
	keys: `Keys: ${keyWords}`,
	palette: '/help lists the commands.',
	details: 'Calls and their results are told as they come; there is no other page for them here.',
	thinking: 'Thoughts are not told here.',
	setup:
		'There is no setup page here. mcp-tui keys set anthropic keeps a key, and mcp-tui --model names a model.',
};

/** The chat as lines: what happens is told once and in order, and whole lines are what the user says. */
export const createLineChat = (deps: LineChatDeps): LineChat => {
	const {app, now, schedule, width} = deps;
	const output = createLineOutput(deps.write, now, width);
	const printer = createLinePrinter({width, now, createAnswerWriter: deps.createAnswerWriter});
	const working = createStillWorking({app, printer, output, now, schedule});
	let draft = '';
	let begun: readonly string[] = [];
	let suggested: string | undefined;
	let armedUntil = Number.NEGATIVE_INFINITY;
	let isStarted = false;
	let cancelSlice: (() => void) | undefined;
	let unsubscribe = (): void => undefined;

	const keep = (text: string): void => {
		draft = [draft, text].filter(part => part !== '').join('\n');
	};
	const asks = createLineAsks({...deps, output, keep});

	const isIdle = (): boolean => {
		const {turn, compaction, awaiting, attaching, asks: open} = app.getState();
		const isUnderWay = [turn, compaction, awaiting, attaching].some(each => each !== undefined);
		return !isUnderWay && open.length === 0;
	};
	const draftLines = (): readonly string[] =>
		draft === ''
			? []
			: [`Your draft: ${sanitise(draft)}`, 'Enter alone sends it, a line is added to it, ctrl+c forgets it.'];

	const showPrompt = (): void => {
		if (asks.isOpen()) {
			asks.showPrompt();
			return;
		}
		if (!isIdle() || output.isPrompting()) {
			return;
		}
		const suggestion = draft === '' ? app.suggestion() : undefined;
		if (suggestion !== suggested) {
			output.say(suggestion === undefined ? [] : [`Enter alone sends: ${sanitiseLine(suggestion)}`]);
		}
		suggested = suggestion;
		output.say(begun.length === 0 ? draftLines() : []);
		output.prompt(begun.length === 0 ? '> ' : '. ');
	};

	const follow = (): void => {
		cancelSlice?.();
		cancelSlice = undefined;
		output.say(printer.advance(app.getState(), startSlice(now)));
		if (printer.isBehind()) {
			cancelSlice = schedule(follow, 0);
			return;
		}
		asks.follow();
		working.follow();
		showPrompt();
	};

	const send = (text: string): void => {
		const {length} = app.getState().queue;
		// Elsewhere this key shows what there is; nobody asks a model just that.
		app.submit(text.trim() === '?' ? '/help' : text);
		if (app.getState().queue.length > length) {
			output.say(['Queued: it is sent when this answer is over.']);
		}
	};

	const takeMessage = (line: string): void => {
		if (line.endsWith('\\')) {
			begun = [...begun, line.slice(0, -1)];
			output.prompt('. ');
			return;
		}
		const typed = [...begun, line].join('\n');
		const hasTyped = typed.trim() !== '';
		const text = [draft, ...(hasTyped ? [typed] : [])].filter(part => part !== '').join('\n');
		begun = [];
		draft = '';
		if (text !== '') {
			printer.expectEcho(text);
			send(text);
		} else if (isIdle()) {
			const suggestion = app.suggestion();
			if (suggestion !== undefined) {
				suggested = undefined;
				send(suggestion);
			}
		}
	};

	const tellStats = (): void => {
		output.say(spokenStats(app.getState(), app.toolUses.all(), now()));
		showPrompt();
	};

	return {
		start(greeting) {
			isStarted = true;
			output.say(greeting);
			unsubscribe = app.subscribe(follow);
			follow();
		},
		onLine(line, isHidden) {
			if (!isHidden) {
				output.endPrompt();
			}
			armedUntil = Number.NEGATIVE_INFINITY;
			const typed = sanitise(line);
			if (asks.takes(typed)) {
				follow();
				return;
			}
			const {awaiting} = app.getState();
			// Lines that were typed before the wait was told are for the queue.
			if (awaiting !== undefined && now() - awaiting.startedAt >= guardMilliseconds) {
				app.stopWaiting();
			}
			if (asks.isOpen()) {
				send(typed);
			} else {
				takeMessage(typed);
			}
			follow();
		},
		onInterrupt() {
			if (now() < armedUntil) {
				deps.quit();
				return;
			}
			armedUntil = now() + quitMilliseconds;
			// The terminal shows the key where it is pressed.
			output.prompt('');
			const {turn, compaction, awaiting, attaching} = app.getState();
			const hadDraft = draft !== '' || begun.length > 0;
			draft = '';
			begun = [];
			const again = 'Press ctrl+c again within 2 seconds to quit.';
			if ([turn, compaction, awaiting, attaching].every(each => each === undefined)) {
				output.say([hadDraft ? `The draft is forgotten. ${again}` : again]);
			} else {
				output.say([`Stopping. ${again}`]);
				keep(app.withdrawQueue());
				app.interrupt();
			}
			follow();
		},
		refresh() {
			if (isStarted) {
				follow();
			}
		},
		frontEnd: {
			copy: deps.copy,
			putDraft: keep,
			keyWords,
			lacks: ['details', 'palette', 'setup', 'thinking'],
			open(view) {
				if (view === 'stats') {
					void app.toolUses.refresh().then(() => tellStats());
				} else {
					output.say(view === 'turn' ? spokenTurn(app.getState(), now()) : [insteadOf[view]]);
				}
			},
		},
		dispose() {
			unsubscribe();
			cancelSlice?.();
			working.stop();
			if (output.isPrompting()) {
				deps.write('\n');
			}
		},
	};
};
