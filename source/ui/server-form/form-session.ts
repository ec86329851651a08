import type {Failure} from '../../domain/failure.ts';
import type {DraftTested, SaveOptions, ServerAdmin, ServerDraft} from '../../domain/server-admin.ts';
import type {ConfigScope} from '../../domain/server-ports.ts';
import {describeSetting} from '../../domain/server-setting.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench} from '../bench/section.ts';
import {type Complaints, noComplaints, sortComplaints} from './complaints.ts';
import {draftOf} from './draft-of.ts';
import {
	addPair,
	chosenScope,
	fieldsShown,
	fillForm,
	firstWrong,
	lacksOnlyName,
	openServerFields,
	type ServerForm,
	tryAll,
	withName,
} from './server-form.ts';

export type ServerFormOptions = {
	/** What is filled in at first; nothing for a new server. */
	readonly draft?: ServerDraft;
	/** The server that is edited. */
	readonly replaces?: string;
	/** Whose file it is in; the user's own unless told. */
	readonly scope?: ConfigScope;
	/** Told the name of what was saved; nothing where the user left. */
	readonly onDone?: (saved: string | undefined) => void;
};

export type FormBench = Pick<
	Bench,
	'styles' | 'now' | 'schedule' | 'signal' | 'changed' | 'say' | 'setLayer'
> & {
	readonly ports: Pick<Bench['ports'], 'admin' | 'servers'>;
};

type Message = {readonly text: string; readonly tone: 'good' | 'bad' | 'warn' | 'dim'};

type Busy = {readonly step: string; readonly since: number; readonly stop: AbortController};

type Tested = {
	readonly outcome: DraftTested;
	/** The draft that was tested. */
	readonly of: string;
	/** The first line of it that is shown. */
	readonly top: number;
};

const tick = 1000;
const emptyDraft: ServerDraft = {name: '', entry: {}};

const describe = ({message, hint}: Failure): string =>
	sanitiseLine(hint === undefined ? message : `${message} ${hint}`);

/** What runs, and what it takes of the user. */
const describeLink = ({runs, settings}: NonNullable<ServerDraft['unseen']>): string => {
	const doubtful = settings.filter(({takes, warning}) => takes.length > 0 || warning !== undefined);
	const told = doubtful.map(setting => sanitiseLine(describeSetting(setting))).join('; ');
	return ` The link runs ${sanitiseLine(runs)}.${told === '' ? '' : ` It sets ${told}.`}`;
};

/** A form that is being filled in, and what is done with it: nothing here knows keys. */
export const createFormSession = (bench: FormBench, admin: ServerAdmin, options: ServerFormOptions) => {
	const {replaces} = options;
	const draft = options.draft ?? emptyDraft;
	const focus = replaces === undefined && options.draft === undefined ? 'paste' : 'name';
	let form: ServerForm = openServerFields(draft, options.scope ?? 'user', focus);
	let complaints: Complaints = noComplaints;
	let tested: Tested | undefined;
	let busy: Busy | undefined;
	let message: Message | undefined;
	let checks = 0;
	/** It is being made ready for a test or to be saved. */
	let isPreparing = false;
	let isOver = false;

	const optionsNow = (): SaveOptions => ({
		scope: chosenScope(form),
		...(replaces === undefined ? {} : {replaces}),
	});
	const say = (text: string, tone: Message['tone'] = 'dim'): void => {
		message = {text, tone};
	};
	const check = async (): Promise<Complaints> => {
		checks += 1;
		const number = checks;
		const checked = form;
		const found = sortComplaints(await admin.check(draftOf(checked), optionsNow()), checked);
		// What was typed since has been looked at since.
		if (number === checks) {
			complaints = found;
			bench.changed();
		}
		return found;
	};
	const set = (next: ServerForm | undefined): void => {
		if (next !== undefined && next !== form) {
			form = next;
			void check();
		}
	};
	const close = (saved: string | undefined): void => {
		isOver = true;
		bench.setLayer(undefined);
		options.onDone?.(saved);
	};

	/** Fills the form with what was typed or pasted; false where nobody could make anything of it. */
	const understand = async (text: string): Promise<boolean> => {
		const understood = await admin.understand(text);
		if (understood.type === 'refused') {
			say(describe(understood.failure), 'bad');
			bench.changed();
			return false;
		}
		const {drafts} = understood;
		set(fillForm(form, drafts, 0, replaces));
		tested = undefined;
		const [first] = drafts;
		const told = first?.unseen === undefined ? '' : describeLink(first.unseen);
		say(`Filled in. ctrl+t tests it, ctrl+s saves it.${told}`, told === '' ? 'good' : 'warn');
		bench.changed();
		// What a link hid is read before anything is done with it.
		return first?.unseen === undefined;
	};
	const chooseAnother = (): void => {
		const [index] = form.entries.get('which')?.picked ?? [];
		set(fillForm(form, form.drafts, Number(index ?? 0), replaces));
	};
	/** Takes over what was typed where it does not stay; false where it cannot be. */
	const takeOver = async (): Promise<boolean> => {
		const typed = form.entries.get('paste')?.text.text.trim() ?? '';
		if (typed !== '') {
			return understand(typed);
		}
		for (const section of ['env', 'headers'] as const) {
			if ((form.entries.get(`${section}+`)?.text.text.trim() ?? '') !== '') {
				const next = addPair(form, section);
				if (next === undefined) {
					form = {...form, focus: `${section}+`};
					say(
						section === 'env' ? 'A variable is written NAME=value.' : 'A header is written Name: value.',
						'bad',
					);
					return false;
				}
				set(next);
			}
		}
		return true;
	};

	/** What can be tested or saved; undefined where something is wrong, which is told. */
	const prepare = async (): Promise<ServerDraft | undefined> => {
		if (!(await takeOver())) {
			return undefined;
		}
		if (lacksOnlyName(form)) {
			form = withName(form, await admin.freeName(draftOf(form).entry));
		}
		form = tryAll(form);
		const found = await check();
		const bad = fieldsShown(form).find(id => found.byField.get(id)?.kind === 'malformed');
		const wrong = firstWrong(form) ?? bad;
		if (wrong === undefined) {
			return draftOf(form);
		}
		form = {...form, focus: wrong};
		say('Something is missing or wrong here.', 'bad');
		return undefined;
	};
	/** The same, once at a time, and only as long as nobody has left. */
	const ready = async (): Promise<ServerDraft | undefined> => {
		if (isPreparing) {
			return undefined;
		}
		isPreparing = true;
		const wanted = await prepare().finally(() => {
			isPreparing = false;
		});
		return isOver ? undefined : wanted;
	};
	const begin = (step: string): AbortController => {
		const stop = new AbortController();
		busy = {step, since: bench.now(), stop};
		message = undefined;
		const again = (): void => {
			if (busy?.stop === stop) {
				bench.changed();
				bench.schedule(again, tick);
			}
		};
		bench.schedule(again, tick);
		bench.changed();
		return stop;
	};
	const test = async (): Promise<void> => {
		const wanted = await ready();
		if (wanted === undefined) {
			return;
		}
		const stop = begin('testing');
		const onStep = (step: string): void => {
			busy = busy === undefined ? undefined : {...busy, step};
			bench.changed();
		};
		const signal = AbortSignal.any([stop.signal, bench.signal]);
		const outcome = await admin.test(wanted, {...optionsNow(), onStep}, signal);
		busy = undefined;
		tested = {outcome, of: JSON.stringify(wanted), top: 0};
		if (outcome.type === 'works') {
			say('ctrl+s saves it.', 'good');
		}
	};
	const save = async (): Promise<void> => {
		const wanted = await ready();
		if (wanted === undefined) {
			return;
		}
		const stop = begin('saving');
		const signal = AbortSignal.any([stop.signal, bench.signal]);
		const saved = await admin.save(wanted, optionsNow(), signal);
		busy = undefined;
		if (saved.type === 'refused') {
			say(describe(saved.failure), 'bad');
			return;
		}
		close(wanted.name);
		const notes = [`Saved "${wanted.name}" in ${saved.file}.`, ...saved.notes];
		bench.say(notes.map(sanitiseLine).join(' '));
		if (wanted.entry.disabled !== true && wanted.entry.enabled !== false) {
			void bench.ports.servers?.start(wanted.name, bench.signal);
		}
	};
	/** Nothing that is waited for may end the program. */
	const run = (work: () => Promise<unknown>): void => {
		work().then(bench.changed, (error: unknown) => {
			busy = undefined;
			say(sanitiseLine(String(error)), 'bad');
			bench.changed();
		});
	};
	void check();

	return {
		form: () => form,
		complaints: () => complaints,
		busy: () => busy,
		tested: () => tested,
		message: () => message,
		set,
		say,
		hush(): void {
			message = undefined;
		},
		focusOn(id: string): void {
			form = {...form, focus: id};
		},
		scrollTo(top: number): void {
			tested = tested === undefined ? undefined : {...tested, top};
		},
		stop: () => busy?.stop.abort(),
		close,
		understand: (text: string) => run(() => understand(text)),
		takeOver: () => run(takeOver),
		chooseAnother,
		test: () => run(test),
		save: () => run(save),
	};
};

export type FormSession = ReturnType<typeof createFormSession>;
