import {sanitise} from '../../support/sanitise.ts';

const named: ReadonlyMap<string, string> = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
	['nbsp', '\u00A0'],
	['copy', '©'],
	['reg', '®'],
	['trade', '™'],
	['hellip', '…'],
	['mdash', '—'],
	['ndash', '–'],
	['middot', '·'],
	['bull', '•'],
	['laquo', '«'],
	['raquo', '»'],
	['lsquo', '‘'],
	['rsquo', '’'],
	['ldquo', '“'],
	['rdquo', '”'],
	['larr', '←'],
	['rarr', '→'],
	['uarr', '↑'],
	['darr', '↓'],
	['times', '×'],
	['divide', '÷'],
	['plusmn', '±'],
	['le', '≤'],
	['ge', '≥'],
	['ne', '≠'],
	['deg', '°'],
	['euro', '€'],
	['pound', '£'],
	['sect', '§'],
	['check', '✓'],
]);

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g;

/**
 * Character references as the characters they mean. What was clean as `&#27;` is an escape code once
 * decoded, so each character is made safe on its own and stays a reference when nothing is left of it.
 */
export const decodeEntities = (text: string): string =>
	text.includes('&')
		? text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
				if (name !== undefined) return named.get(name) ?? whole;
				const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
				if (!(code > 0x1f && code <= 0x10ffff)) return whole;
				const character = String.fromCodePoint(code);
				return sanitise(character) === character ? character : whole;
			})
		: text;
