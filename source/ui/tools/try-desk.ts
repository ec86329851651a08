import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {CallReport} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import type {ToolDesk} from '../../domain/tool-desk.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {argumentForm} from '../asks/argument-form.ts';
import {createHelpLayer} from '../bench/help-layer.ts';
import type {Bench} from '../bench/section.ts';
import {resultText} from '../details/call-text.ts';
import {quoteResult} from '../details/quote-result.ts';
import {triedBindings} from '../input/bench/tools.ts';
import {readingBindings, treeBindings} from '../input/viewer-bindings.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {createArgumentLayer} from './argument-layer.ts';
import {asCommand, asCurl, asJsonRpc} from './copy-forms.ts';
import {createOutcomeLayer} from './outcome-layer.ts';
import {toolId} from './tool-id.ts';
import {startTryRun, type TryRun} from './try-run.ts';

const nothingTaken = (tool: ToolDefinition): boolean => argumentForm(tool.inputSchema, {}) === undefined;

/** Of the keys for reading, those that a result knows and has no other use for. */
const moves: ReadonlySet<string> = new Set([
	'up',
	'down',
	'page-up',
	'page-down',
	'half-up',
	'half-down',
	'top',
	'bottom',
	'wrap',
	'other-form',
	'left',
	'right',
	'toggle',
]);

const triedHelp = [
	{title: 'What was tried', bindings: triedBindings},
	{title: 'To read it', bindings: readingBindings.filter(({intent}) => moves.has(intent))},
	{title: 'In a tree', bindings: treeBindings.filter(({intent}) => moves.has(intent))},
];

const ends = {succeeded: 'has succeeded', failed: 'has failed', cancelled: 'was broken off'} as const;

/** Takes the user through a try: fill in, look at it, run it, see what came of it, and what to do with that. */
export const createTryDesk = (bench: Bench, desk: ToolDesk) => {
	const {app, styles, now, schedule, host, signal, changed, setLayer, memory} = bench;
	const {explorer} = app;
	/** What was filled in when somebody left, by tool: they may only have looked something up. */
	const kept = new Map<string, JsonObject>();
	const leave = (): void => {
		setLayer(undefined);
		changed();
	};
	const forget = (): void => memory.keepTry(undefined);

	const check = async (
		tool: ToolDefinition,
		args: JsonObject,
		until: AbortSignal,
	): Promise<Failure | undefined> => {
		const busy = explorer.whyNotNow();
		return busy === undefined ? explorer.check(tool, args, until) : {code: 'not-now', message: busy};
	};
	const versionOf = (server: string): string | undefined => {
		const status = app.getState().servers.get(server);
		return status !== undefined && 'protocolVersion' in status ? status.protocolVersion : undefined;
	};
	const copied = (tool: ToolDefinition, args: JsonObject, form: 'command' | 'message' | 'curl'): string => {
		const safe = desk.redact(args);
		const left = safe === args ? '' : ' A secret was left out.';
		const version = versionOf(tool.server);
		if (form === 'command') {
			return `the command: ${host.copy(asCommand(tool, safe))}${left}`;
		}
		if (form === 'message') {
			return `the message: ${host.copy(asJsonRpc(tool, safe, version))}${left}`;
		}
		const way = desk.httpWayOf(tool.server);
		const text = asCurl(tool, safe, way, version);
		return text === undefined
			? way.type === 'none'
				? way.why
				: ''
			: `the request for curl: ${host.copy(text)}${left}`;
	};
	const insert = (tool: ToolDefinition, report: CallReport): string | undefined => {
		const result = report.type === 'cancelled' ? undefined : report.result;
		if (result === undefined) {
			return 'There is no result to put into the chat.';
		}
		forget();
		bench.putDraft(quoteResult(sanitiseLine(`${tool.server} ${tool.tool}`), resultText(result)));
		bench.close();
		return undefined;
	};
	const save = async (tool: ToolDefinition, args: JsonObject, name: string): Promise<string> => {
		const failure = await desk.tries.save(tool, name, args);
		if (failure !== undefined) {
			return [failure.message, failure.hint ?? ''].join(' ').trim();
		}
		const left = desk.redact(args) === args ? '' : ' The secret in it was left out.';
		return `Saved as ${sanitiseLine(name)}.${left}`;
	};

	const show = (run: TryRun): void => {
		const {tool, args} = run;
		memory.keepTry(run);
		const layer: ViewerLayer = createOutcomeLayer({
			run,
			styles,
			now,
			schedule,
			readResult: app.readResult,
			signal,
			asking: bench.asking,
			onChange: changed,
			actions: {
				leave() {
					forget();
					leave();
				},
				again() {
					forget();
					fill(tool, args, true);
				},
				edit() {
					forget();
					fill(tool, args, false);
				},
				help: () =>
					setLayer(
						createHelpLayer({
							tables: triedHelp,
							styles,
							schedule,
							onChange: changed,
							onDone: () => setLayer(layer),
						}),
					),
				goTo(place) {
					leave();
					if (place === 'chat') {
						bench.close();
					} else {
						bench.open(place);
					}
				},
				insert: report => insert(tool, report),
				copy: host.copy,
				copyAs: form => copied(tool, args, form),
				save: name => save(tool, args, name),
			},
		});
		setLayer(layer);
	};
	/** Whoever went elsewhere is told there, as long as coming back would show it. */
	const tell = ({server, tool}: ToolDefinition, report: CallReport): void => {
		const text = sanitiseLine(`${server} ${tool} ${ends[report.type]}. f3 shows what came of it.`);
		if (signal.aborted) {
			app.report({type: 'notice-raised', tone: 'info', text});
		} else {
			bench.say(text);
		}
	};
	const run = (tool: ToolDefinition, args: JsonObject, isConfirmed: boolean): void => {
		const started: TryRun = startTryRun({
			tool,
			args,
			now,
			onUnseenEnd(report) {
				if (memory.openTry() === started) {
					tell(tool, report);
				}
			},
			run: (onProgress, until) => explorer.run(tool, args, {isConfirmed, onProgress}, until),
		});
		show(started);
	};

	const fill = (tool: ToolDefinition, args: JsonObject, startsAtReview: boolean): void =>
		setLayer(
			createArgumentLayer(
				{
					tool,
					styles,
					now,
					host,
					check: (wanted, until) => check(tool, wanted, until),
					doubts: wanted => explorer.doubts(tool, wanted),
					notNow: explorer.whyNotNow,
					onChange: changed,
					run(wanted, isConfirmed) {
						kept.delete(toolId(tool));
						run(tool, wanted, isConfirmed);
					},
					leave(filled) {
						if (filled !== undefined) {
							kept.set(toolId(tool), filled);
						}
						leave();
					},
				},
				args,
				startsAtReview,
			),
		);

	return {
		/** Shows the try that was open when somebody went elsewhere. */
		resume(): void {
			const open = memory.openTry();
			if (open !== undefined) {
				bench.select(toolId(open.tool));
				show(open);
			}
		},
		open: (tool: ToolDefinition, args: JsonObject = kept.get(toolId(tool)) ?? {}): void =>
			fill(tool, args, nothingTaken(tool) && Object.keys(args).length === 0),
	};
};
