import type {ExportWriter} from './export-writer.ts';

/** Whatever a terminal would act upon, or a reader could not see, is written as an escape of JSON. */
const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escapeUnits = (found: string): string =>
	found
		.split('')
		.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

const write = (value: unknown): string => {
	try {
		return JSON.stringify(value).replaceAll(hidden, escapeUnits);
	} catch {
		// Arguments that are nested too deeply. Everything else of the session is worth having.
		return 'null';
	}
};

/** One object, whose entries are one line each. */
export const createJsonWriter = (): ExportWriter => {
	let isFirst = true;
	return {
		begin: ({sessionId, title, totals}) =>
			`{"format":"mcp-tui session","version":1,"sessionId":${write(sessionId)},"title":${write(title)},"totals":${write(totals)},"entries":[`,
		entry(entry) {
			const comma = isFirst ? '' : ',';
			isFirst = false;
			return `${comma}\n${write(entry)}`;
		},
		end: () => '\n]}\n',
	};
};
