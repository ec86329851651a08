import type {App} from '../../app/app.ts';
import type {BenchPart} from '../../domain/bench-part.ts';
import type {CallReport, Schedule} from '../../domain/ports.ts';
import {createTypedPrompt, type TypedPrompt} from '../bench/typed-prompt.ts';
import {reportForms} from '../details/result-forms.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {triedBindings, tryingBindings} from '../input/bench/tools.ts';
import {
	findViewerIntents,
	readingBindings,
	sidewaysBindings,
	treeBindings,
} from '../input/viewer-bindings.ts';
import type {Form, ViewerLayer} from '../pager/tab.ts';
import type {Styles} from '../theme/styles.ts';
import {type OutcomeView, outcomePicture} from './outcome-picture.ts';
import type {TryRun} from './try-run.ts';

type OutcomeActions = {
	readonly leave: () => void;
	readonly again: () => void;
	readonly edit: () => void;
	readonly help: () => void;
	/** Leaves it open for who comes back. */
	readonly goTo: (place: BenchPart | 'chat') => void;
	/** Each says what came of it, as a sentence. */
	readonly insert: (report: CallReport) => string | undefined;
	readonly copy: (text: string) => string;
	readonly copyAs: (form: 'command' | 'message' | 'curl') => string;
	readonly save: (name: string) => Promise<string>;
};

type OutcomeLayerDeps = {
	readonly run: TryRun;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly readResult: App['readResult'];
	/** Aborts when nobody looks any more. */
	readonly signal: AbortSignal;
	/** Who asks something that waits in the chat. */
	readonly asking: () => string | undefined;
	readonly onChange: () => void;
	readonly actions: OutcomeActions;
};

const tickMilliseconds = 1000;
const longestName = 60;

const nameProblem = (name: string): string | undefined => {
	if (name.trim() === '') {
		return 'It needs a name.';
	}
	return name.trim().length > longestName ? `A name has ${longestName} characters at most.` : undefined;
};

/** A tool that is tried: how it goes, and then what came of it. */
export const createOutcomeLayer = (deps: OutcomeLayerDeps): ViewerLayer => {
	const {run, now, schedule, onChange, actions} = deps;
	const leaving = new AbortController();
	const signal = AbortSignal.any([leaving.signal, deps.signal]);
	let forms: readonly Form[] | undefined;
	let formIndex = 0;
	let message: string | undefined;
	let naming: TypedPrompt | undefined;

	let cancelTick = (): void => undefined;
	const tick = (): void => {
		cancelTick = schedule(() => {
			onChange();
			tick();
		}, tickMilliseconds);
	};
	if (run.over() === undefined) {
		tick();
	}
	const unsubscribe = run.subscribe(() => {
		if (run.over() !== undefined) {
			cancelTick();
		}
		onChange();
	});
	signal.addEventListener('abort', () => {
		cancelTick();
		unsubscribe();
	});

	const formsOf = (report: CallReport): readonly Form[] => {
		forms ??=
			report.type === 'cancelled'
				? []
				: reportForms(report, {schedule, onChange, readResult: deps.readResult, signal});
		return forms;
	};
	const form = (): Form | undefined => {
		const over = run.over();
		const all = over === undefined ? [] : formsOf(over.report);
		return all[formIndex % Math.max(1, all.length)];
	};
	const copy = (): void => {
		const copied = form()?.page().copied?.('copy') ?? form()?.whole();
		message =
			copied === undefined ? 'There is nothing to copy.' : `${copied.what}: ${actions.copy(copied.text)}`;
	};
	const askName = (): void => {
		naming = createTypedPrompt(
			{
				label: 'save as: ',
				problem: nameProblem,
				run(name) {
					void actions.save(name.trim()).then(said => {
						message = said;
						onChange();
					});
				},
			},
			() => {
				naming = undefined;
			},
		);
	};
	const act = (intent: string, report: CallReport): void => {
		switch (intent) {
			case 'leave':
			case 'again':
			case 'edit':
				leaving.abort();
				actions[intent]();
				break;
			case 'servers':
			case 'traffic':
			case 'sessions':
				leaving.abort();
				actions.goTo(intent);
				break;
			case 'keys':
				actions.help();
				break;
			case 'insert':
				message = actions.insert(report);
				break;
			case 'copy':
				copy();
				break;
			case 'save':
				askName();
				break;
			case 'command':
			case 'message':
			case 'curl':
				message = actions.copyAs(intent);
				break;
			default:
				break;
		}
	};
	const read = (name: string): void => {
		const page = form()?.page();
		const table = page?.kind === 'tree' ? treeBindings : sidewaysBindings;
		for (const intent of findViewerIntents([table, readingBindings], name)) {
			if (intent === 'other-form') {
				formIndex += 1;
				return;
			}
			if (page?.act(intent) === true) {
				return;
			}
		}
	};
	const actWhileRunning = (intent: string | undefined): void => {
		switch (intent) {
			case 'cancel':
				run.breakOff();
				break;
			case 'chat':
			case 'servers':
			case 'traffic':
			case 'sessions':
				leaving.abort();
				actions.goTo(intent);
				break;
			default:
				break;
		}
	};
	const onKey = (name: string, text: string): void => {
		message = undefined;
		const over = run.over();
		if (over === undefined) {
			actWhileRunning(tryingBindings.find(({keys}) => keys.includes(name))?.intent);
			return;
		}
		if (naming !== undefined) {
			naming.onKey(name, text);
			return;
		}
		// Who wanted to break it off just as it ended has not seen what came of it.
		if (now() - over.endedAt < guardMilliseconds && tryingBindings.some(({keys}) => keys.includes(name))) {
			return;
		}
		const found = triedBindings.find(({keys}) => keys.includes(name));
		if (found === undefined) {
			read(name);
		} else {
			act(found.intent, over.report);
		}
	};
	const view = (): OutcomeView => {
		const over = run.over();
		const progress = run.progress();
		return over === undefined
			? {
					type: 'running',
					elapsed: now() - run.startedAt,
					isEnding: run.isBrokenOff(),
					...(progress === undefined ? {} : {progress}),
				}
			: {type: 'over', report: over.report, duration: over.endedAt - run.startedAt, page: form()?.page()};
	};

	return {
		draw: size =>
			outcomePicture(
				view(),
				{
					tool: run.tool,
					args: run.args,
					message,
					asking: deps.asking(),
					naming: naming?.picture(),
					styles: deps.styles(),
				},
				size,
			),
		onKey(name, text) {
			onKey(name, text);
			onChange();
		},
		onPaste(text) {
			naming?.onPaste(text);
			onChange();
		},
	};
};
