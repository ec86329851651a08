import type {JsonObject} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench} from '../bench/section.ts';
import {openServerForm} from '../server-form/open-server-form.ts';

/** What opens the form of a server. */
export type ServerForms = {
	readonly add: () => void;
	/** With an entry that somebody else has begun. */
	readonly prefilled: (name: string, entry: JsonObject) => void;
	readonly edit: (name: string) => void;
	readonly duplicate: (name: string) => void;
};

type FormsBench = Pick<
	Bench,
	'styles' | 'now' | 'schedule' | 'signal' | 'changed' | 'say' | 'setLayer' | 'select' | 'ports'
>;

const absent = 'Nothing can be added or changed in this run: the tour reads no file of yours.';

export const openServerForms = (bench: FormsBench): ServerForms => {
	const {admin} = bench.ports;
	const open = (options: Parameters<typeof openServerForm>[1]): void => {
		const onDone = (saved: string | undefined): void => {
			if (saved !== undefined) {
				bench.select(saved);
			}
		};
		if (!openServerForm(bench, {...options, onDone})) {
			bench.say(absent);
		}
	};
	const edit = async (name: string): Promise<void> => {
		const read = await admin?.written(name);
		if (bench.signal.aborted) {
			return;
		}
		if (read?.type === 'written') {
			const {entry, scope} = read.server;
			open({draft: {name, entry}, replaces: name, scope});
		} else {
			const {message, hint = ''} = read?.failure ?? {message: absent};
			bench.say(sanitiseLine(`${message} ${hint}`).trim());
		}
	};
	const duplicate = async (name: string): Promise<void> => {
		const read = await admin?.written(name);
		const entry =
			read?.type === 'written' ? read.server.entry : read?.type === 'fixed' ? read.entry : undefined;
		if (bench.signal.aborted) {
			return;
		}
		if (admin === undefined || entry === undefined) {
			bench.say(sanitiseLine(read === undefined || read.type === 'written' ? absent : read.failure.message));
			return;
		}
		open({draft: {name: await admin.freeName(entry, name), entry}});
	};
	return {
		add: () => open({}),
		prefilled: (name, entry) => open({draft: {name, entry}}),
		edit: name => void edit(name),
		duplicate: name => void duplicate(name),
	};
};
