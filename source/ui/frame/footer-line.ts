import stringWidth from 'string-width';
import type {ServerStatus} from '../../domain/server.ts';
import type {AppState} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Keymap} from '../input/keymap.ts';
import {formatCost, formatTokens} from '../text/format.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Style, Styles} from '../theme/styles.ts';
import type {ViewState} from '../view-state.ts';

/** Of a narrow window; a third of a wide one. */
const longestModel = 24;
/** From here on it is time to make room. */
const fullShare = 80;

/** From what matters most to what is left out first. The order on the line is another, and never changes. */
const weights = [
	'mode',
	'saving',
	'activity',
	'failures',
	'queue',
	'model',
	'stop',
	'assistant',
	'context',
	'servers',
	'starting',
	'cost',
	'keys',
] as const;

type Part = {
	readonly weight: (typeof weights)[number];
	readonly text: string;
	/** In fewer words, where there is no room for all. */
	readonly short?: string;
	readonly style: Style;
};

type FooterContext = {
	readonly width: number;
	readonly styles: Styles;
	readonly now: number;
	readonly keymap: Keymap;
};

const count = (servers: AppState['servers'], ...types: readonly ServerStatus['type'][]): number =>
	[...servers.values()].filter(({type}) => types.includes(type)).length;

const serverParts = (servers: AppState['servers'], styles: Styles): readonly Part[] => {
	const connecting = count(servers, 'connecting');
	const reconnecting = count(servers, 'reconnecting');
	const ready = count(servers, 'ready', 'ready-but-list-failed');
	const total = servers.size - count(servers, 'disabled');
	return [
		...(total === 0
			? []
			: [
					{
						weight: 'servers' as const,
						text: `${ready}/${total} ${total === 1 ? 'server' : 'servers'}`,
						style: styles.dim,
					},
				]),
		...(connecting === 0
			? []
			: [{weight: 'starting' as const, text: `${connecting} starting`, style: styles.dim}]),
		...(reconnecting === 0
			? []
			: [{weight: 'starting' as const, text: `${reconnecting} reconnecting`, style: styles.warn}]),
	];
};

const failureParts = (servers: AppState['servers'], styles: Styles): readonly Part[] => {
	const failed = count(servers, 'failed', 'ready-but-list-failed');
	const unknown = count(servers, 'needs-sign-in');
	return [
		...(failed === 0
			? []
			: [
					{
						weight: 'failures' as const,
						text: `${failed} failed, /mcp says why`,
						short: `${failed} failed`,
						style: styles.bad,
					},
				]),
		...(unknown === 0
			? []
			: [
					{
						weight: 'failures' as const,
						text: `${unknown} ${unknown === 1 ? 'needs' : 'need'} a sign-in, /mcp`,
						short: `${unknown} sign-in`,
						style: styles.warn,
					},
				]),
	];
};

/** How long the conversation is by now, and how much of the context that fills where its size is known. */
const tokenParts = ({contextUsed, facts}: AppState, styles: Styles): readonly Part[] => {
	const {contextTokens} = facts;
	if (contextUsed === 0) {
		return [];
	}
	const share = contextTokens === undefined ? 0 : Math.round((100 * contextUsed) / contextTokens);
	// Nobody needs to know that nearly nothing is used.
	if (share === 0) {
		return [{weight: 'context', text: formatTokens(contextUsed), style: styles.dim}];
	}
	const text = `${formatTokens(contextUsed)}, ${share} % of the context`;
	return [
		{weight: 'context', text, short: `${share} % full`, style: share >= fullShare ? styles.warn : styles.dim},
	];
};

/** Nothing for what is free. A plus says that there is more whose price is not known. */
const costParts = ({usage, hasUnpriced}: AppState, styles: Styles): readonly Part[] => {
	const {cost = 0} = usage;
	if (cost === 0) {
		return hasUnpriced ? [{weight: 'cost', text: 'cost -', style: styles.dim}] : [];
	}
	return [{weight: 'cost', text: `${formatCost(cost)}${hasUnpriced ? '+' : ''}`, style: styles.dim}];
};

/** In plan mode nothing is changed, so how changes are approved does not matter. */
const modePart = ({workMode, approvalMode}: AppState, styles: Styles): Part =>
	workMode === 'plan'
		? {weight: 'mode', text: workMode, style: styles.good}
		: {weight: 'mode', text: approvalMode, style: approvalMode === 'auto' ? styles.warn : styles.accent};

/** Whole seconds: a clock that counts tenths makes the line restless. */
const clock = (milliseconds: number): string => {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	return seconds < 60
		? `${seconds} s`
		: `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
};

/** What goes on now, in a word or two. Nothing while it is the user's turn. */
const activityOf = ({turn, compaction, retry, streaming, calls, asks}: AppState): string | undefined => {
	if (compaction !== undefined) {
		return 'summarising';
	}
	const running = calls.live().filter(({status}) => status === 'running').length;
	// What the user has run again runs in no turn.
	if ((turn === undefined && running === 0) || asks.length > 0) {
		return undefined;
	}
	if (retry !== undefined) {
		return 'trying again';
	}
	if (running > 0) {
		return running === 1 ? '1 tool runs' : `${running} tools run`;
	}
	if (streaming === undefined) {
		return 'working';
	}
	return streaming.text === '' && streaming.thinking !== '' ? 'thinking' : 'answering';
};

const activityParts = (state: AppState, {styles, now}: FooterContext): readonly Part[] => {
	const activity = activityOf(state);
	if (activity === undefined) {
		return [];
	}
	const text = state.turn === undefined ? activity : `${activity} ${clock(now - state.turn.startedAt)}`;
	return [
		{weight: 'activity', text, style: styles.accent},
		{weight: 'stop', text: 'esc stops', style: styles.dim},
	];
};

/** Whether letters go into a text that answers a question: then `?` is one of them. */
const takesLetters = ({ask}: ViewState): boolean =>
	ask !== undefined &&
	(ask.line ?? ask.field ?? ask.form ?? (ask.editor?.isOpen === true ? ask.editor : undefined)) !== undefined;

const keysParts = (view: ViewState, {styles, keymap}: FooterContext): readonly Part[] => {
	const key = keymap.prompt.find(({intent}) => intent.type === 'show-keys')?.keys[0];
	return takesLetters(view) || key === undefined
		? []
		: [{weight: 'keys', text: `${key} keys`, style: styles.dim}];
};

const modelPart = ({model}: AppState, {width, styles}: FooterContext): Part => {
	const name = sanitiseLine(model);
	const most = Math.max(longestModel, Math.floor(width / 3));
	return {
		weight: 'model',
		text: cutToWidth(name, most),
		// Whose model it is matters less than which.
		short: cutToWidth(name.slice(name.indexOf('/') + 1), longestModel),
		style: styles.dim,
	};
};

const gapCells = 3;

/** Of each part the fullest form for which there is room, beginning with what matters most. */
const fitting = (parts: readonly Part[], width: number): ReadonlyMap<Part, string> => {
	const shown = new Map<Part, string>();
	let cells = -gapCells;
	for (const part of parts.toSorted(
		(one, other) => weights.indexOf(one.weight) - weights.indexOf(other.weight),
	)) {
		const form = [part.text, part.short ?? part.text].find(
			text => cells + gapCells + stringWidth(text) <= width,
		);
		if (form !== undefined) {
			shown.set(part, form);
			cells += gapCells + stringWidth(form);
		}
	}
	return shown;
};

/** One line of facts, always in the same order. A fact that does not fit is left out whole, the least of them first. */
export const footerLine = (state: AppState, view: ViewState, context: FooterContext): string => {
	const {width, styles} = context;
	if (view.isQuitArmed) {
		return styles.warn(cutToWidth('press ctrl+c again to quit', width));
	}
	if (view.isBackArmed === true) {
		return styles.accent(cutToWidth('press esc again to go back to an earlier message', width));
	}
	const {queue, savingFailure, assistant} = state;
	const mode = modePart(state, styles);
	const parts: readonly Part[] = [
		mode,
		...(assistant === undefined
			? []
			: [
					{
						weight: 'assistant' as const,
						text: cutToWidth(sanitiseLine(assistant), longestModel),
						style: styles.accent,
					},
				]),
		...(savingFailure === undefined
			? []
			: [
					{
						weight: 'saving' as const,
						text: cutToWidth(`not saved: ${sanitiseLine(savingFailure.message)}`, Math.floor(width / 2)),
						short: 'not saved',
						style: styles.bad,
					},
				]),
		...failureParts(state.servers, styles),
		...(state.model === '' ? [] : [modelPart(state, context)]),
		...serverParts(state.servers, styles),
		...tokenParts(state, styles),
		...costParts(state, styles),
		...(queue.length === 0
			? []
			: [{weight: 'queue' as const, text: `${queue.length} queued`, style: styles.accent}]),
		...activityParts(state, context),
		...(activityOf(state) === undefined ? keysParts(view, context) : []),
	];
	const shown = fitting(parts, width);
	if (!shown.has(mode)) {
		return mode.style(cutToWidth(mode.text, width));
	}
	return parts
		.flatMap(part => {
			const text = shown.get(part);
			return text === undefined ? [] : [part.style(text)];
		})
		.join(styles.dim(' · '));
};
