/** One step into JSON: a key, an index, or whatever is there. */
type PathStep = string | number | typeof anyStep;

/** Stands for every key and every index. */
export const anyStep: unique symbol = Symbol('any');

export type JsonPath = readonly PathStep[];

const plainKey = /^[A-Za-z_][\w-]*$/;

/** `$.items[0]["odd key"]` */
export const showJsonPath = (path: JsonPath): string =>
	path.reduce<string>((text, step) => {
		if (step === anyStep) {
			return `${text}[*]`;
		}
		if (typeof step === 'number') {
			return `${text}[${step}]`;
		}
		return plainKey.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
	}, '$');

/** `~1` is a slash, `~0` a tilde. An index is written like a key. */
const readPointer = (text: string): JsonPath =>
	text
		.slice(1)
		.split('/')
		.map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const step = /\.(\*|[^.[\]"'\s]+)|\[(?:(\*)|(\d{1,9})|("(?:[^"\\]|\\.)*")|'([^']*)')\]/y;

const readQuoted = (text: string): string | undefined => {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
};

/** Reads `$.items[*].id`, `$["odd key"][0]` or the JSON pointer `/items/0/id`; undefined where it is neither. */
export const readJsonPath = (text: string): JsonPath | undefined => {
	if (text.startsWith('/')) {
		return readPointer(text);
	}
	if (!text.startsWith('$')) {
		return undefined;
	}
	const path: PathStep[] = [];
	for (let at = 1; at < text.length; at = step.lastIndex) {
		step.lastIndex = at;
		const [whole, key, star, index, double, single] = step.exec(text) ?? [];
		const quoted = double === undefined ? single : readQuoted(double);
		const isOdd = whole === undefined || (double !== undefined && quoted === undefined);
		if (isOdd) {
			return undefined;
		}
		const isAny = star !== undefined || key === '*';
		path.push(isAny ? anyStep : index === undefined ? (key ?? quoted ?? '') : Number(index));
	}
	return path;
};

/** Whether a step of a pattern is that step of a place. */
export const isStep = (pattern: PathStep | undefined, place: string | number): boolean =>
	pattern === anyStep || (pattern !== undefined && String(pattern) === String(place));
