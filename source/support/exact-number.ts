/** Nothing exact is longer, and comparing what is could take long. */
const longest = 1000;

const written = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** The same text for every way to write the same amount. */
const amountOf = (text: string): string => {
	const [, whole = '', fraction = '', exponent = '0'] = written.exec(text) ?? [];
	const digits = `${whole}${fraction}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	const zeros = digits.length - significant.length;
	return significant === '' ? '0' : `${significant}e${Number(exponent) - fraction.length + zeros}`;
};

/**
 * Whether a number stays what is written when it is read and sent: whole numbers beyond 2^53 often do not, and 1e400
 * does not. A fraction may be rounded to the nearest one that there is: everything that reads JSON does so.
 */
export const isExactNumber = (text: string): boolean => {
	const value = Number(text);
	if (!Number.isFinite(value) || text.length > longest) return false;
	if (amountOf(text) === amountOf(String(value))) return true;
	return value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
};

/** Most arguments have no number that needs a closer look. */
const mayBeInexact = /[\d.]{16}|\d[eE]/;
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[\d.]+(?:[eE][+-]?\d+)?|[{}[\]:]/gs;

const isJson = (text: string): boolean => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

/** The first number in JSON that would be sent as another one, and the member of the whole that it belongs to. */
export const findInexactNumber = (
	json: string,
): {readonly number: string; readonly member: string} | undefined => {
	if (!mayBeInexact.test(json) || !isJson(json)) return undefined;
	let depth = 0;
	let text = '""';
	let member = '""';
	for (const [found] of json.matchAll(token)) {
		if (found.startsWith('"')) text = found;
		else if (found === '{' || found === '[') depth += 1;
		else if (found === '}' || found === ']') depth -= 1;
		else if (found !== ':') {
			if (!isExactNumber(found)) return {number: found, member: String(JSON.parse(member))};
		} else if (depth === 1) member = text;
	}
	return undefined;
};
