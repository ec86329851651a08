import stringWidth from 'string-width';
import type {ServerStatus} from '../../domain/server.ts';
import type {AppState} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {formatCost, formatTokens} from '../text/format.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Style, Styles} from '../theme/styles.ts';
import type {ViewState} from '../view-state.ts';

/** Of a narrow window; a third of a wide one. */
const longestModel = 24;
/** From here on it is time to make room. */
const fullShare = 80;

type Part = {
	readonly text: string;
	/** In fewer words, where there is no room for all. */
	readonly short?: string;
	readonly style: Style;
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
			: [{text: `${ready}/${total} ${total === 1 ? 'server' : 'servers'}`, style: styles.dim}]),
		...(connecting === 0 ? [] : [{text: `${connecting} starting`, style: styles.dim}]),
		...(reconnecting === 0 ? [] : [{text: `${reconnecting} reconnecting`, style: styles.warn}]),
	];
};

const failureParts = (servers: AppState['servers'], styles: Styles): readonly Part[] => {
	const failed = count(servers, 'failed', 'ready-but-list-failed');
	const unknown = count(servers, 'needs-sign-in');
	return [
		...(failed === 0 ? [] : [{text: `${failed} failed, /mcp says why`, style: styles.bad}]),
		...(unknown === 0
			? []
			: [{text: `${unknown} ${unknown === 1 ? 'needs' : 'need'} a sign-in, /mcp`, style: styles.warn}]),
	];
};

/** How long the conversation is by now, and how much of the context that fills where its size is known. */
const tokenParts = ({contextUsed, facts}: AppState, styles: Styles): readonly Part[] => {
	const {contextTokens} = facts;
	if (contextUsed === 0) {
		return [];
	}
	if (contextTokens === undefined) {
		return [{text: formatTokens(contextUsed), style: styles.dim}];
	}
	const share = Math.round((100 * contextUsed) / contextTokens);
	const text = `${formatTokens(contextUsed)}, ${share} % of the context`;
	return [{text, short: `${share} % full`, style: share >= fullShare ? styles.warn : styles.dim}];
};

/** Nothing for what is free. A plus says that there is more whose price is not known. */
const costParts = ({usage, hasUnpriced}: AppState, styles: Styles): readonly Part[] => {
	const {cost = 0} = usage;
	if (cost === 0) {
		return hasUnpriced ? [{text: 'cost -', style: styles.dim}] : [];
	}
	return [{text: `${formatCost(cost)}${hasUnpriced ? '+' : ''}`, style: styles.dim}];
};

/** In plan mode nothing is changed, so how changes are approved does not matter. */
const modePart = ({workMode, approvalMode}: AppState, styles: Styles): Part =>
	workMode === 'plan'
		? {text: workMode, style: styles.good}
		: {text: approvalMode, style: approvalMode === 'auto' ? styles.warn : styles.accent};

/** Whether letters go into a text that answers a question: then `?` is one of them. */
const takesLetters = ({ask}: ViewState): boolean =>
	ask !== undefined &&
	(ask.line ?? ask.field ?? ask.form ?? (ask.editor?.isOpen === true ? ask.editor : undefined)) !== undefined;

/** One line of facts. A fact that does not fit is left out whole, and the first is cut if even that one does not. */
export const footerLine = (state: AppState, view: ViewState, width: number, styles: Styles): string => {
	if (view.isQuitArmed) {
		return styles.warn(cutToWidth('press ctrl+c again to quit', width));
	}
	const {queue, savingFailure, assistant} = state;
	const parts: readonly Part[] = [
		modePart(state, styles),
		...(assistant === undefined
			? []
			: [{text: cutToWidth(sanitiseLine(assistant), longestModel), style: styles.accent}]),
		...(savingFailure === undefined
			? []
			: [
					{
						text: cutToWidth(`not saved: ${sanitiseLine(savingFailure.message)}`, Math.floor(width / 2)),
						style: styles.bad,
					},
				]),
		...failureParts(state.servers, styles),
		{
			text: cutToWidth(sanitiseLine(state.model), Math.max(longestModel, Math.floor(width / 3))),
			style: styles.dim,
		},
		...serverParts(state.servers, styles),
		...(queue.length === 0 ? [] : [{text: `${queue.length} queued`, style: styles.accent}]),
		...tokenParts(state, styles),
		...costParts(state, styles),
		...(takesLetters(view) ? [] : [{text: '? keys', style: styles.dim}]),
	];
	let line = '';
	let cells = 0;
	const gap = (): number => (cells === 0 ? 0 : 3);
	for (const {text, short = text, style} of parts) {
		const shown = [text, short].find(form => cells + gap() + stringWidth(form) <= width);
		if (shown === undefined) {
			if (cells > 0) {
				continue;
			}
			return style(cutToWidth(text, width));
		}
		line += cells === 0 ? style(shown) : `${styles.dim(' · ')}${style(shown)}`;
		cells += gap() + stringWidth(shown);
	}
	return line;
};
