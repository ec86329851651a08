import {assertNever} from '../../domain/assert-never.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {editWith, goTo, moveVertically, takeAndGoOn, typeInto} from '../form/form-view.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {findServerFormIntent, type ServerFormIntent} from '../input/bench/server-form.ts';
import {findIntent} from '../input/keymap.ts';
import {confirmBindings} from '../input/viewer-bindings.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {formatDuration} from '../text/format.ts';
import {draftOf} from './draft-of.ts';
import {createFormSession, type FormBench, type FormSession, type ServerFormOptions} from './form-session.ts';
import {isFormChanged, removePair, viewOf, withView} from './server-form.ts';
import {drawServerForm, type ServerFormScene} from './server-form-lines.ts';

/** What stands in a field that is typed. */
const typedIn = ({form}: FormSession, id: string): string => form().entries.get(id)?.text.text ?? '';

const takeField = (session: FormSession): void => {
	const {form, set} = session;
	const {focus} = form();
	const typed = typedIn(session, focus);
	if (focus === 'paste' && typed.trim() !== '') {
		session.understand(typed);
		return;
	}
	if ((focus === 'env+' || focus === 'headers+') && typed.trim() !== '') {
		session.takeOver();
		return;
	}
	const next = takeAndGoOn(viewOf(form()));
	set(withView(form(), next));
	if (focus === 'which') {
		session.chooseAnother();
		session.focusOn('name');
	}
	if (next.index >= next.entries.length) {
		session.say('That was the last field. ctrl+t tests it, ctrl+s saves it.');
	}
};

const typeText = (session: FormSession, text: string): void => {
	const {form, set} = session;
	const before = form().entries.get('which')?.picked;
	set(withView(form(), typeInto(viewOf(form()), text)));
	if (form().focus === 'which' && form().entries.get('which')?.picked !== before) {
		session.chooseAnother();
	}
};

const sceneOf = (session: FormSession, title: string, now: number): ServerFormScene => {
	const {form, complaints} = session;
	const busy = session.busy();
	const tested = session.tested();
	const message = session.message();
	const seconds = busy === undefined ? 0 : Math.floor((now - busy.since) / 1000) * 1000;
	return {
		title,
		form: form(),
		complaints: complaints(),
		...(busy === undefined
			? {}
			: {busy: `… ${busy.step}${seconds === 0 ? '' : ` (${formatDuration(seconds)})`}`}),
		...(tested === undefined
			? {}
			: {
					tested: {
						outcome: tested.outcome,
						isOld: tested.of !== JSON.stringify(draftOf(form())),
						top: tested.top,
					},
				}),
		...(message === undefined ? {} : {message}),
	};
};

const page = 5;

const createLayer = (bench: FormBench, session: FormSession, title: string): ViewerLayer => {
	const {form, set} = session;
	let leavingSince: number | undefined;
	/** How many lines of the test are out of sight. */
	let rest = 0;

	const leave = (): void => {
		if (isFormChanged(form())) {
			leavingSince = bench.now();
			session.say('Leave without saving? y leaves, any other key goes on.', 'warn');
		} else {
			session.close(undefined);
		}
	};
	const scroll = (step: number): void =>
		session.scrollTo(Math.max(0, Math.min(rest, (session.tested()?.top ?? 0) + step)));
	const act = (intent: ServerFormIntent): void => {
		const view = viewOf(form());
		const {index, entries} = view;
		switch (intent) {
			case 'take':
				takeField(session);
				break;
			case 'next':
				set(withView(form(), goTo(view, (index + 1) % entries.length)));
				break;
			case 'back':
				set(withView(form(), goTo(view, (index + entries.length - 1) % entries.length)));
				break;
			case 'up':
			case 'down':
				set(withView(form(), moveVertically(view, intent === 'up' ? -1 : 1)));
				break;
			case 'page-up':
			case 'page-down':
				scroll(intent === 'page-up' ? -page : page);
				break;
			case 'remove':
				set(removePair(form()));
				break;
			case 'test':
				session.test();
				break;
			case 'save':
				session.save();
				break;
			case 'leave':
				leave();
				break;
			default:
				assertNever(intent);
		}
	};
	const answerLeaving = (name: string, since: number): void => {
		const isYes = confirmBindings.some(({keys}) => keys.includes(name));
		if (isYes && bench.now() - since < guardMilliseconds) {
			return;
		}
		leavingSince = undefined;
		session.hush();
		if (isYes) {
			session.close(undefined);
		}
	};

	return {
		draw(size) {
			const picture = drawServerForm(sceneOf(session, title, bench.now()), size, bench.styles());
			rest = picture.rest;
			return picture;
		},
		onKey(name, text) {
			const intent = findServerFormIntent(name);
			if (leavingSince !== undefined) {
				answerLeaving(name, leavingSince);
				return;
			}
			if (session.busy() !== undefined) {
				if (intent === 'leave') {
					session.stop();
				}
				return;
			}
			session.hush();
			const edit = findIntent('prompt', name);
			if (intent !== undefined) {
				act(intent);
			} else if (edit?.type === 'edit' && edit.edit !== 'newline') {
				set(withView(form(), editWith(viewOf(form()), edit.edit)));
			} else if (text !== '') {
				typeText(session, text);
			}
		},
		onPaste(text) {
			if (session.busy() !== undefined || leavingSince !== undefined) {
				return;
			}
			session.hush();
			if (form().focus === 'paste') {
				session.understand(text);
			} else {
				typeText(session, text.replace(/[\r\n]+$/, ''));
			}
		},
	};
};

/** Opens the form of a server over the workbench; false where servers cannot be changed in this run. */
export const openServerForm = (bench: FormBench, options: ServerFormOptions = {}): boolean => {
	const {admin} = bench.ports;
	if (admin === undefined) {
		return false;
	}
	const {replaces} = options;
	const title = replaces === undefined ? 'New server' : `Edit ${sanitiseLine(replaces)}`;
	bench.setLayer(createLayer(bench, createFormSession(bench, admin, options), title));
	return true;
};
