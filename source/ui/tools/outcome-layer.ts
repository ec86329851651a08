import type {App} from '../../app/app.ts';
import {describeError} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {CallReport, Schedule} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {CallProgress} from '../../domain/tool-call.ts';
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

type OutcomeActions = {
	readonly leave: () => void;
	readonly again: () => void;
	readonly edit: () => void;
	/** Each says what came of it, as a sentence. */
	readonly insert: (report: CallReport) => string | undefined;
	readonly copy: (text: string) => string;
	readonly copyAs: (form: 'command' | 'message' | 'curl') => string;
	readonly save: (name: string) => Promise<string>;
};

type OutcomeLayerDeps = {
	readonly tool: ToolDefinition;
	readonly args: JsonObject;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly schedule: Schedule;
	readonly readResult: App['readResult'];
	/** Aborts when nobody looks any more. */
	readonly signal: AbortSignal;
	readonly run: (onProgress: (progress: CallProgress) => void, signal: AbortSignal) => Promise<CallReport>;
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

/** A tool that is tried: how it goes, and then what came of it. It starts at once. */
export const createOutcomeLayer = (deps: OutcomeLayerDeps): ViewerLayer => {
	const {now, schedule, onChange, actions} = deps;
	const ending = new AbortController();
	const startedAt = now();
	let progress: CallProgress | undefined;
	let over:
		| {readonly report: CallReport; readonly forms: readonly Form[]; readonly endedAt: number}
		| undefined;
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
	const end = (report: CallReport): void => {
		cancelTick();
		const pageDeps = {schedule, onChange, readResult: deps.readResult, signal: deps.signal};
		over = {report, forms: report.type === 'cancelled' ? [] : reportForms(report, pageDeps), endedAt: now()};
		onChange();
	};
	tick();
	deps.signal.addEventListener('abort', () => cancelTick());
	deps
		.run(next => {
			progress = next;
			onChange();
		}, ending.signal)
		.then(end, (error: unknown) =>
			end({type: 'failed', failure: {code: 'failed', message: describeError(error)}}),
		);

	const form = (): Form | undefined => over?.forms[formIndex % Math.max(1, over.forms.length)];
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
				actions[intent]();
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
	const onKey = (name: string, text: string): void => {
		message = undefined;
		if (over === undefined) {
			if (tryingBindings.some(({keys}) => keys.includes(name))) {
				ending.abort();
			}
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
	const view = (): OutcomeView =>
		over === undefined
			? {
					type: 'running',
					elapsed: now() - startedAt,
					isEnding: ending.signal.aborted,
					...(progress === undefined ? {} : {progress}),
				}
			: {type: 'over', report: over.report, duration: over.endedAt - startedAt, page: form()?.page()};

	return {
		draw: size =>
			outcomePicture(
				view(),
				{tool: deps.tool, args: deps.args, message, naming: naming?.picture(), styles: deps.styles()},
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
