import {entryKey} from '../../domain/entry-keys.ts';
import type {DraftCheck, DraftComplaint} from '../../domain/server-admin.ts';
import {authKinds, authParts} from './entry-auth.ts';
import {chosenTransport, fieldsShown, type ServerForm} from './server-form.ts';

/** What is wrong, by the field that it is about; what belongs to none has a place of its own. */
export type Complaints = {
	readonly byField: ReadonlyMap<string, DraftComplaint>;
	readonly others: readonly string[];
};

export const noComplaints: Complaints = {byField: new Map(), others: []};

const parts: readonly string[] = authKinds.flatMap(kind => authParts[kind]);

const fieldAt = ({path}: DraftComplaint, form: ServerForm): string => {
	const [first, second] = path.map(String);
	const key = first === undefined ? '' : entryKey(first);
	switch (key) {
		case '':
			return chosenTransport(form) === 'stdio' ? 'command' : 'url';
		case 'type':
			return 'transport';
		case 'args':
		case 'server':
			return 'command';
		case 'env':
		case 'headers':
			return second === undefined ? `${key}+` : `${key}:${second}`;
		case 'auth':
		case 'oauth':
			return second !== undefined && parts.includes(entryKey(second)) ? entryKey(second) : 'auth';
		case 'disabled':
			return 'enabled';
		default:
			return key;
	}
};

/** Sorts what a check found. Of several things about one field the worst is told. */
export const sortComplaints = (check: DraftCheck, form: ServerForm): Complaints => {
	const shown = new Set(fieldsShown(form));
	const byField = new Map<string, DraftComplaint>();
	const others: string[] = [];
	if (check.name !== undefined) {
		byField.set('name', {path: ['name'], message: check.name, kind: 'malformed'});
	}
	for (const complaint of check.entry) {
		const field = fieldAt(complaint, form);
		const known = byField.get(field);
		if (!shown.has(field)) {
			others.push(`${complaint.path.join('.')}: ${complaint.message}`);
		} else if (known === undefined || (known.kind !== 'malformed' && complaint.kind === 'malformed')) {
			byField.set(field, complaint);
		}
	}
	return {byField, others};
};
