import type {App} from '../../app/app.ts';
import type {KeptDraft} from '../../domain/notebook.ts';
import {sanitise} from '../../support/sanitise.ts';
import {guardMilliseconds} from '../guard-time.ts';
import type {ViewState} from '../view-state.ts';
import type {WindowHost} from '../window-host.ts';
import {additionsTo} from './draft-additions.ts';
import {
	editDraft,
	moveVertically,
	placeText,
	putDraftAway,
	remember,
	typeText,
	withDraft,
} from './draft-keys.ts';
import {createFolding} from './folding.ts';
import {createKillRing} from './kill-ring.ts';
import {isMark, splitAtMarks, unfold, withoutPastes} from './pastes.ts';
import {bufferOf, type EditName, insert, sanitiseTyped, type TextBuffer} from './text-buffer.ts';
import {createUndo} from './undo.ts';

type ComposerDeps = {
	readonly app: Pick<
		App,
		'getState' | 'submit' | 'whyUnknownCommand' | 'suggestion' | 'withdrawQueue' | 'report'
	>;
	readonly now: () => number;
	/** When the key that is handled was pressed: it may have waited since. */
	readonly pressedAt: () => number;
	readonly getView: () => ViewState;
	readonly setView: (view: ViewState) => void;
	readonly host: Pick<WindowHost, 'editText'>;
};

export type Composer = ReturnType<typeof createComposer>;

/** Whoever types into a field that goes away by itself may press enter before noticing. */
const lostFieldMilliseconds = 1500;

/** Everything that keys do to the draft. */
export const createComposer = (deps: ComposerDeps) => {
	const {app, now, pressedAt, getView, setView, host} = deps;
	const undo = createUndo();
	const killRing = createKillRing();
	const folding = createFolding({
		texts: () => [...undo.texts(), killRing.text()],
		makeRoom() {
			undo.forget();
			killRing.forget();
		},
	});
	let isTravelling = false;
	/** The cells of a row of the draft, as it was last drawn. */
	let rowWidth: number | undefined;
	/** When there was a screen for the first time. */
	let shownAt: number | undefined;
	/** When a draft of an earlier run came back. */
	let restoredAt = Number.NEGATIVE_INFINITY;
	/** Where the cursor was before it went through shorter rows. */
	let wanted: {readonly draft: TextBuffer; readonly cells: number} | undefined;

	const suggestion = (): string | undefined => {
		const {turn, awaiting} = app.getState();
		const text = turn === undefined && awaiting === undefined ? app.suggestion() : undefined;
		return text === undefined ? undefined : sanitise(text);
	};

	/** Whoever pressed enter before they could see what it would send did not mean that. */
	const isUnseen = (text: string): boolean =>
		pressedAt() - restoredAt < guardMilliseconds ||
		(text === '' && (shownAt === undefined || pressedAt() - shownAt < guardMilliseconds));

	/** A step of its own for undo. */
	const change = (view: ViewState): void => {
		undo.seal();
		setView(view);
		undo.seal();
	};

	const putAway = (view: ViewState): void => {
		folding.noteSent(view);
		change(putDraftAway(view, now()));
	};

	/** Keeps a text that has no place in the draft; `up` brings it back. */
	const keep = (text: string): void => {
		const view = getView();
		setView({...view, history: remember(view.history, text)});
	};

	const travel = (draft: TextBuffer | undefined): void => {
		if (draft !== undefined) {
			isTravelling = true;
			setView({...withDraft(getView(), draft), lastTypedAt: now(), isQuitArmed: false});
			isTravelling = false;
		}
	};

	const move = (direction: 'up' | 'down'): void => {
		const view = getView();
		setView(
			moveVertically(view, direction, {
				recall: folding.recall,
				onCells(draft, cells) {
					wanted = {draft, cells};
				},
				...(rowWidth === undefined ? {} : {width: rowWidth}),
				...(wanted !== undefined && wanted.draft === view.draft ? {cells: wanted.cells} : {}),
			}),
		);
	};

	/** Puts a text from elsewhere beside what is there: after it, or before what was written later. */
	const bring = (text: string, place: 'before' | 'after'): void => {
		const view = getView();
		const {draft} = view;
		const {draft: brought, pastes} = folding.recall(view, text);
		const before = `${brought.text}\n`;
		const joined =
			place === 'before'
				? {text: before + draft.text, cursor: before.length + draft.cursor}
				: bufferOf(`${draft.text}\n${brought.text}`);
		change(withDraft({...view, pastes}, draft.text === '' ? brought : joined));
	};

	const editOutside = async (): Promise<void> => {
		const before = getView();
		const text = unfold(before.draft.text, before.pastes);
		const edited = await host.editText(text, '.md');
		if (edited.type === 'unchanged') {
			if (edited.why !== undefined) {
				app.report({type: 'notice-raised', tone: 'warning', text: edited.why});
			}
			return;
		}
		// Editors end a file with a line break that nobody has written.
		const written = text.endsWith('\n') ? edited.text : edited.text.replace(/\r?\n$/, '');
		const additions = additionsTo(before.draft.text, getView().draft.text);
		if (additions === undefined) {
			keep(unfold(getView().draft.text, getView().pastes));
			const why =
				'The draft changed while it was in your editor. What it was is in the history: up brings it back.';
			app.report({type: 'notice-raised', tone: 'info', text: why});
		}
		const view = getView();
		const {draft, pastes} = folding.refold(view, sanitiseTyped(written), before.draft.text);
		const whole = (additions?.before ?? '') + draft.text + (additions?.after ?? '');
		change({...withDraft({...view, pastes}, bufferOf(whole)), lastTypedAt: now()});
	};

	return {
		typed(text: string): void {
			if (text !== '') {
				setView(typeText(getView(), text, now()));
			}
		},
		pasted(text: string): void {
			const view = getView();
			const safe = sanitiseTyped(text);
			const {text: folded, pastes} = folding.fold(view, safe);
			if (folded !== safe) {
				change(placeText({...view, pastes}, insert(view.draft, folded), now()));
			} else if (text !== '') {
				change(typeText(view, text, now()));
			}
		},
		edit(name: EditName): void {
			const view = getView();
			const next = editDraft(view, name, now());
			if (killRing.kills(name)) {
				killRing.note(name, view.draft, next.draft);
				change(next);
			} else {
				setView(next);
			}
		},
		/** Puts in again what was deleted last. */
		yank(): void {
			const view = getView();
			if (killRing.text() !== '') {
				change(placeText(view, insert(view.draft, killRing.text()), now()));
			}
		},
		up: (): void => move('up'),
		down: (): void => move('down'),
		undo: (): void => travel(undo.undo(getView().draft)),
		redo: (): void => travel(undo.redo(getView().draft)),
		editOutside: (): void => void editOutside(),
		/** Told of every frame once it is on the screen. */
		drawn({draftWidth}: {readonly draftWidth?: number}): void {
			rowWidth = draftWidth ?? rowWidth;
			shownAt ??= now();
		},
		/** Told of every change of the draft, whoever made it. */
		note(before: ViewState, after: ViewState): void {
			const isRecalled = before.historyIndex !== after.historyIndex && after.draft.text !== '';
			const isOwn = after.historyIndex === undefined && after.draft !== before.setAside;
			if (isTravelling || (isRecalled && !isOwn)) {
				undo.seal();
			} else {
				undo.note(before.draft, after.draft);
			}
		},
		/** Whether there is anything in it. */
		isEmpty: (): boolean => getView().draft.text === '',
		/** Empties it; what was in it can be brought back with `up`. */
		putAway: (): void => putAway(getView()),
		/** Puts a draft of an earlier run after what is there. */
		restore({text, pastes}: KeptDraft): void {
			let view = getView();
			let restored = view.draft.text === '' ? '' : `${view.draft.text}\n`;
			for (const part of splitAtMarks(text)) {
				const added = isMark(part)
					? folding.fold({...view, draft: bufferOf(restored)}, sanitiseTyped(pastes.get(part) ?? ''))
					: {text: sanitiseTyped(part), pastes: view.pastes};
				restored += added.text;
				view = {...view, pastes: added.pastes};
			}
			change(withDraft(view, bufferOf(restored)));
			restoredAt = now();
		},
		/** Puts a text in the place of an empty draft, or after the one that there is. */
		put: (text: string): void => bring(text, 'after'),
		/** The same for a message that was not sent after all: it is older than what is there. */
		putBack: (text: string): void => bring(text, 'before'),
		/** Puts a text in the place of the draft, which can be brought back. */
		startWith(text: string): void {
			const view = getView();
			folding.noteSent(view);
			change({...putDraftAway(view, now()), ...folding.recall(view, text)});
		},
		/** Puts what was chosen in the place of a word. */
		replaceWord({start, end}: {readonly start: number; readonly end: number}, text: string): void {
			const view = getView();
			const before = view.draft.text.slice(0, start) + sanitiseTyped(text);
			const draft = {text: before + view.draft.text.slice(end), cursor: before.length};
			setView({...withDraft(view, draft), lastTypedAt: now()});
		},
		/** Sends a message that was chosen. The draft stays, unless it is only the word that led to it. */
		send(text: string): void {
			const view = getView();
			const message = sanitiseTyped(text);
			if (/^\/\S*\s*$/.test(view.draft.text)) {
				putAway(withDraft(view, bufferOf(message)));
			} else {
				keep(message);
			}
			app.submit(message);
		},
		keep,
		submit(): void {
			const view = getView();
			const {text, cursor} = view.draft;
			if (now() - view.lostFieldAt < lostFieldMilliseconds || isUnseen(text)) {
				return;
			}
			if (text[cursor - 1] === '\\') {
				setView(typeText(editDraft(view, 'backspace', now()), '\n', now()));
				return;
			}
			const message = text === '' ? suggestion() : unfold(text, view.pastes);
			if (message === undefined || message.trim() === '') {
				return;
			}
			const typed = text === '' ? message : withoutPastes(text);
			const why = app.whyUnknownCommand(typed);
			if (why === undefined) {
				putAway(text === '' ? {...view, draft: bufferOf(message)} : view);
				app.submit(message, {typed});
			} else {
				app.report({type: 'notice-raised', tone: 'warning', text: why});
			}
		},
		/** Makes a draft of the messages that wait for their turn. */
		takeQueueBack(): void {
			const queued = app.withdrawQueue();
			if (queued !== '') {
				bring(queued, 'before');
			}
		},
		/** Takes the suggestion into an empty draft; in another one, shows the paste at the cursor in full. */
		takeSuggestion(): void {
			const view = getView();
			const suggested = view.draft.text === '' ? suggestion() : undefined;
			const draft = suggested === undefined ? folding.showAtCursor(view) : bufferOf(suggested);
			if (draft !== undefined) {
				change(withDraft(view, draft));
			}
		},
	};
};
