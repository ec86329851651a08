import {assertNever} from '../../domain/assert-never.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Row} from '../bench/section.ts';
import type {Tone} from '../pager/line.ts';
import {cellsOf} from '../text/graphemes.ts';
import type {ServerItem} from './server-item.ts';

/** What a row has room for in a window of 80 columns. */
const narrowRow = 30;

type StateWords = {
	readonly mark: string;
	readonly tone: Tone;
	/** For the row; tools are counted in its place where they are known. */
	readonly word: string;
	/** For the right side. */
	readonly sentence: string;
};

export const stateWords = (status: ServerStatus): StateWords => {
	switch (status.type) {
		case 'disabled':
			return {mark: '○', tone: 'dim', word: 'disabled', sentence: 'disabled'};
		case 'idle':
			return {
				mark: '○',
				tone: 'dim',
				word: 'not started',
				sentence: 'not started; starts when it is needed, or with s',
			};
		case 'connecting':
			return {mark: '…', tone: 'accent', word: 'connecting', sentence: 'connecting'};
		case 'ready':
			return {
				...(status.unreadable === undefined
					? {mark: '✔', tone: 'good', sentence: 'ready'}
					: {mark: '!', tone: 'warn', sentence: 'ready, but not all of its lists could be read'}),
				word: countOf(status.toolCount, 'tool'),
			};
		case 'ready-but-list-failed':
			return {
				mark: '!',
				tone: 'warn',
				word: 'tools unreadable',
				sentence: 'connected, but its list of tools could not be read',
			};
		case 'needs-sign-in':
			return {mark: '!', tone: 'warn', word: 'sign in', sentence: 'wants you to sign in: i'};
		case 'reconnecting':
			return {
				mark: '…',
				tone: 'warn',
				word: `again ${status.attempt}/${status.attempts}`,
				sentence: `no connection; attempt ${status.attempt} of ${status.attempts} to reach it again`,
			};
		case 'failed':
			return {mark: '✘', tone: 'bad', word: 'failed', sentence: 'failed'};
		default:
			return assertNever(status);
	}
};

const transportOf = (item: ServerItem & {type: 'server'}): string =>
	'transport' in item.status
		? item.status.transport
		: item.config.type === 'in-memory'
			? 'built in'
			: item.config.type;

export const serverRow = (item: ServerItem): Row => {
	const label = sanitiseLine(item.name);
	if (item.type === 'unused') {
		return item.unused.isUntrusted === true
			? {mark: {text: '○', tone: 'warn'}, label, tone: 'dim', note: 'not trusted'}
			: {mark: {text: '✘', tone: 'bad'}, label, note: 'bad entry', noteTone: 'bad'};
	}
	const {mark, tone, word} = stateWords(item.status);
	const full = `${transportOf(item)} · ${word}`;
	return {
		mark: {text: mark, tone},
		label,
		...(item.status.type === 'disabled' ? {tone: 'dim'} : {}),
		note: cellsOf(label) + cellsOf(full) < narrowRow ? full : word,
		wide: {label, note: full},
		...(tone === 'bad' || tone === 'warn' ? {noteTone: tone} : {}),
	};
};

/** "4 servers, 3 ready, 1 failed" */
export const serversSummary = (items: readonly ServerItem[]): string => {
	const count = (test: (item: ServerItem) => boolean): number => items.filter(test).length;
	const isIn = (...types: readonly ServerStatus['type'][]) =>
		count(item => item.type === 'server' && types.includes(item.status.type));
	const parts: readonly (readonly [number, string])[] = [
		[isIn('ready'), 'ready'],
		[isIn('connecting', 'reconnecting'), 'connecting'],
		[isIn('needs-sign-in'), 'to sign in to'],
		[isIn('failed', 'ready-but-list-failed') + count(({type}) => type === 'unused'), 'with problems'],
		[isIn('disabled'), 'disabled'],
	];
	return [
		countOf(items.length, 'server'),
		...parts.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`])),
	].join(', ');
};
