import {isJsonObject} from '../../domain/json.ts';
import {type KeyAction, type KeyChoices, keyActions, readKey} from '../../domain/key-choice.ts';
import {imageWays, type LookSettings, noticeWays, themeNames} from '../../domain/look.ts';
import {suggestion} from '../../support/nearest.ts';
import type {ConfigPage} from './config-page.ts';

/** The screen and the keyboard are the user's own. */
export const lookKeys = ['theme', 'reducedMotion', 'screenReader', 'images', 'notify', 'keys'] as const;
type LookKey = (typeof lookKeys)[number];

type LookRead = {readonly look: LookSettings; readonly problems: readonly string[]};
type Complain = (problem: string) => void;

const readName = <Name extends string>(
	page: ConfigPage,
	key: LookKey,
	names: readonly Name[],
	complain: Complain,
): Name | undefined => {
	const written = page.valueOf(key);
	const found = names.find(name => name === written);
	if (found === undefined && page.has(key)) {
		const meant = typeof written === 'string' ? suggestion(written, names) : '';
		complain(page.describe([page.spelling(key)], `expected one of ${names.join(', ')}${meant}`));
	}
	return found;
};

const readSwitch = (page: ConfigPage, key: LookKey, complain: Complain): boolean | undefined => {
	const written = page.valueOf(key);
	if (typeof written === 'boolean') return written;
	if (page.has(key)) complain(page.describe([page.spelling(key)], 'expected true or false'));
	return undefined;
};

/** Each key of one action. What cannot be used is left out alone. */
const readActionKeys = (
	page: ConfigPage,
	action: string,
	written: unknown,
	taken: Map<string, string>,
	complain: Complain,
): readonly string[] => {
	const place = [page.spelling('keys'), action];
	if (typeof written !== 'string' && !Array.isArray(written)) {
		complain(page.describe(place, 'expected an array of keys, such as ["ctrl+k"]'));
		return [];
	}
	const items: readonly unknown[] = Array.isArray(written) ? written : [written];
	return items.flatMap((item, index) => {
		const path = Array.isArray(written) ? [...place, index] : place;
		if (typeof item !== 'string') {
			complain(page.describe(path, 'expected a string'));
			return [];
		}
		const read = readKey(item);
		if (read.type === 'refused') {
			complain(page.describe(path, `${JSON.stringify(item)} ${read.why}`));
			return [];
		}
		if (read.key === '?' && action !== 'show-keys') {
			complain(page.describe(path, '"?" is a character of messages; only show-keys can have it'));
			return [];
		}
		const other = taken.get(read.key);
		if (other !== undefined) {
			if (other !== action) complain(page.describe(path, `${read.key} is the key of ${other} already`));
			return [];
		}
		taken.set(read.key, action);
		return [read.key];
	});
};

const readKeys = (page: ConfigPage, complain: Complain): KeyChoices | undefined => {
	const written = page.valueOf('keys');
	if (!isJsonObject(written)) {
		if (page.has('keys')) complain(page.describe([page.spelling('keys')], 'expected an object'));
		return undefined;
	}
	const taken = new Map<string, string>();
	const chosen = Object.entries(written).flatMap(
		([name, value]): readonly (readonly [KeyAction, readonly string[]])[] => {
			const action = keyActions.find(each => each === name);
			if (action === undefined) {
				const meant = suggestion(name, keyActions);
				complain(
					page.describeKey([page.spelling('keys'), name], `is nothing that has a key of your choice${meant}`),
				);
				return [];
			}
			const keys = readActionKeys(page, action, value, taken, complain);
			// An empty list means no key at all; one without a single key that can be used means nothing.
			const isMeant = keys.length > 0 || (Array.isArray(value) && value.length === 0);
			return isMeant ? [[action, keys]] : [];
		},
	);
	return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
};

/** Reads what a file says about the screen and the keyboard. One bad value disables only itself. */
export const readLook = (page: ConfigPage): LookRead => {
	const problems: string[] = [];
	const complain: Complain = problem => problems.push(problem);
	const theme = readName(page, 'theme', themeNames, complain);
	const reducedMotion = readSwitch(page, 'reducedMotion', complain);
	const screenReader = readSwitch(page, 'screenReader', complain);
	const images = readName(page, 'images', imageWays, complain);
	const notify = readName(page, 'notify', noticeWays, complain);
	const keys = readKeys(page, complain);
	return {
		look: {
			...(theme === undefined ? {} : {theme}),
			...(reducedMotion === undefined ? {} : {reducedMotion}),
			...(screenReader === undefined ? {} : {screenReader}),
			...(images === undefined ? {} : {images}),
			...(notify === undefined ? {} : {notify}),
			...(keys === undefined ? {} : {keys}),
		},
		problems,
	};
};
