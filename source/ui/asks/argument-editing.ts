import type {App} from '../../app/app.ts';
import type {ApprovalAsk, Ask} from '../../domain/ask.ts';
import {isSameTool} from '../../domain/tool.ts';
import {createFormKeys} from '../form/form-keys.ts';
import {type FormView, goTo, isReview, review} from '../form/form-view.ts';
import {readJsonObject} from '../text/read-json.ts';
import {revealJson} from '../text/reveal.ts';
import type {EditedText, WindowHost} from '../window-host.ts';
import type {createArgumentCheck} from './argument-check.ts';
import {
	type ArgumentForm,
	answerWithArguments,
	argumentForm,
	argumentsOf,
	argumentsText,
	withForm,
} from './argument-form.ts';
import {type EditorView, keepingTabs, openEditor, unchecked} from './editor-view.ts';
import type {OpenQuestion} from './open-question.ts';

type ArgumentEditingDeps = OpenQuestion & {
	readonly catalogue: App['catalogue'];
	readonly host: Pick<WindowHost, 'editText'>;
	readonly check: ReturnType<typeof createArgumentCheck>;
	readonly scroll: (step: number) => void;
	readonly clearOrQuit: () => void;
	/** Keeps a text that was written for a question that is over. */
	readonly keepText: (text: string) => void;
};

const closed = <Side extends {readonly isOpen: boolean}>(side: Side | undefined): Side | undefined =>
	side === undefined ? undefined : {...side, isOpen: false};

/** Safe to show, and still the same JSON. A tab is no line break, but as good between two values. */
const revealOutside = (text: string): string =>
	text.replaceAll('\r\n', '\n').trimEnd().split('\t').map(revealJson).join('\t');

/** Arguments and results that the user changes before they go on: in a form, as text, in an editor of their own. */
export const createArgumentEditing = (deps: ArgumentEditingDeps) => {
	const {check, getAsk, setAsk, turnTo, current} = deps;

	const schemaOf = (ask: ApprovalAsk) =>
		deps.catalogue.tools().find(({definition}) => isSameTool(definition, ask))?.definition.inputSchema;

	const approval = (): ApprovalAsk | undefined => {
		const ask = current();
		return ask?.kind === 'approval' ? ask : undefined;
	};

	const showForm = (form: ArgumentForm): void => {
		const editor = closed(getAsk()?.editor);
		turnTo({argumentForm: form, ...(editor === undefined ? {} : {editor})});
	};
	const showText = (editor: EditorView): void => {
		const form = closed(getAsk()?.argumentForm);
		turnTo({editor, ...(form === undefined ? {} : {argumentForm: form})});
	};

	/** What was written last is gone on with. */
	const open = (ask: Ask): void => {
		const view = getAsk();
		const isText = view?.editor?.hasForm === true || ask.kind !== 'approval';
		const form = isText ? undefined : (view?.argumentForm ?? argumentForm(schemaOf(ask), ask.arguments));
		if (form === undefined) {
			showText(openEditor(ask, view?.editor));
		} else {
			showForm({...form, isOpen: true});
		}
	};

	const set = (form: FormView): void => {
		const known = getAsk()?.argumentForm;
		if (known !== undefined && known.form !== form) {
			check.stop();
			setAsk({argumentForm: withForm(known, form), scroll: 0});
		}
	};
	const say = (problem: string): void => {
		const {argumentForm: form, editor} = getAsk() ?? {};
		if (form?.isOpen === true) {
			setAsk({argumentForm: {...withForm(form, form.form), problem}});
		} else if (editor !== undefined) {
			setAsk({editor: {...unchecked(editor), problem}});
		}
	};

	const finish = (): void => {
		const ask = approval();
		const view = getAsk();
		const filled = view?.argumentForm;
		if (
			ask === undefined ||
			view === undefined ||
			filled === undefined ||
			!deps.isSeen(view) ||
			filled.isChecking === true
		) {
			return;
		}
		const args = argumentsOf(filled);
		setAsk({argumentForm: {...withForm(filled, filled.form), isChecking: true}});
		void check.run(ask, args, problem => {
			// Whoever changed something or has another question by now did not mean this answer any more.
			if (current()?.askId !== ask.askId || getAsk()?.argumentForm?.form !== filled.form) {
				return;
			}
			if (problem === undefined) {
				deps.give(answerWithArguments(ask, args));
			} else {
				say(problem);
			}
		});
	};

	const toText = (ask: ApprovalAsk, text: string, cursor = 0): void => {
		check.stop();
		showText({
			text: {text, cursor},
			original: argumentsText(ask.arguments),
			isOpen: true,
			hasForm: true,
		});
	};

	/** The fields of the tool with what a text says. False where it says nothing, or there are no fields. */
	const toForm = (ask: ApprovalAsk, text: string, place: (form: FormView) => FormView): boolean => {
		const reading = readJsonObject(text);
		const isUnchanged = text === argumentsText(ask.arguments);
		const form =
			reading.type === 'wrong'
				? undefined
				: argumentForm(schemaOf(ask), isUnchanged ? ask.arguments : reading.value);
		if (form === undefined) {
			return false;
		}
		check.stop();
		const {editor} = getAsk() ?? {};
		if (editor !== undefined) {
			// From here on the form is what was written last.
			const {original} = editor;
			setAsk({editor: {text: {text: original, cursor: 0}, original, isOpen: false}});
		}
		showForm(withForm(form, place(form.form)));
		return true;
	};

	/** The field that had the keyboard has it again. */
	const samePlace =
		(before: FormView | undefined) =>
		(form: FormView): FormView => {
			const name = before?.entries[before.index]?.field.name;
			const index = form.entries.findIndex(({field}) => field.name === name);
			return goTo(form, Math.max(0, index));
		};

	/** What comes back from the editor is shown; nothing runs because somebody has closed it. */
	const takeBack = (ask: Ask, edited: EditedText, isForm: boolean): void => {
		if (edited.type === 'unchanged') {
			turnTo({});
			if (edited.why !== undefined) {
				say(edited.why);
			}
			return;
		}
		if (ask.kind !== 'approval') {
			const {editor} = getAsk() ?? {};
			if (editor !== undefined) {
				turnTo({editor: {...unchecked(editor), text: {text: keepingTabs(edited.text), cursor: 0}}});
			}
			return;
		}
		const text = revealOutside(edited.text);
		if (!isForm || !toForm(ask, text, review)) {
			const reading = readJsonObject(text);
			toText(ask, text, reading.type === 'wrong' ? reading.problem.offset : 0);
		}
	};

	const outside = async (text: string, isForm: boolean): Promise<void> => {
		const ask = current();
		if (ask === undefined) {
			return;
		}
		check.stop();
		const edited = await deps.host.editText(text, ask.kind === 'approval' ? '.json' : '.txt');
		// A question may be over while somebody writes.
		if (current()?.askId === ask.askId) {
			takeBack(ask, edited, isForm);
		} else if (edited.type === 'edited') {
			deps.keepText(edited.text.trimEnd());
		}
	};

	/** Only what can be read can be shown in another way. */
	const whenRight = (form: FormView, action: (ask: ApprovalAsk, text: string) => void): void => {
		const ask = approval();
		const looked = review(form);
		if (!isReview(looked)) {
			set(looked);
		} else if (ask !== undefined) {
			action(ask, argumentsText(argumentsOf({form, isOpen: true})));
		}
	};

	const keys = createFormKeys({
		context: 'arguments',
		set,
		startReview(form) {
			check.stop();
			turnTo({argumentForm: {form, isOpen: true}});
		},
		finish,
		cancel() {
			const known = getAsk()?.argumentForm;
			check.stop();
			if (known?.isChecking === true) {
				setAsk({argumentForm: withForm(known, known.form)});
			} else if (known !== undefined) {
				turnTo({argumentForm: {...withForm(known, known.form), isOpen: false}});
			}
		},
		also: {
			text: form => whenRight(form, (ask, text) => toText(ask, text)),
			outside: form => whenRight(form, (_, text) => void outside(text, true)),
		},
		scroll: deps.scroll,
		clearOrQuit: deps.clearOrQuit,
	});

	return {
		open,
		keys,
		/** From the text to the form. False where the text is none. */
		switchToForm(text: string): boolean {
			const ask = approval();
			return ask !== undefined && toForm(ask, text, samePlace(getAsk()?.argumentForm?.form));
		},
		editTextOutside: (text: string): void => void outside(text, false),
	};
};
