/** Keys and indexes that lead to a place in a file. */
export type Place = readonly (string | number)[];

/** Who takes a key for a line writes `"TOKEN=value"` or `"Authorization: value"`: what follows is not shown. */
const showKey = (key: string): string => (key === '' ? '""' : key.replace(/(?<=[=\0]|:\s).+$/s, '…'));

/** `approvals[1].decision` */
export const showPlace = (place: Place): string =>
	place
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${showKey(part)}`))
		.join('');

/** What is wrong at one place of a file. */
export type Complaint = {
	readonly path: Place;
	readonly message: string;
	/** `missing`: well formed, but a variable, secret or file that it names is not there. */
	readonly kind: 'malformed' | 'missing';
	/** It is about a value from elsewhere, which may be anywhere in an entry. */
	readonly isAboutReference?: true;
	/** It is about a key that is not known, whatever its value. */
	readonly isUnknownKey?: true;
};

export const malformed = (path: Place, message: string): Complaint => ({path, message, kind: 'malformed'});

export const unknownKey = (path: Place, near: string | undefined): Complaint => ({
	...malformed(path, near === undefined ? 'unknown key' : `unknown key; did you mean ${near}?`),
	isUnknownKey: true,
});

export const missing = (path: Place, message: string): Complaint => ({path, message, kind: 'missing'});

export const below = (place: Place, complaints: readonly Complaint[]): readonly Complaint[] =>
	complaints.map(complaint => ({...complaint, path: [...place, ...complaint.path]}));

export const isWithin = (path: Place, place: Place): boolean =>
	place.every((part, index) => path[index] === part);
