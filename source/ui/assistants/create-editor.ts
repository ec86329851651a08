import type {AssistantAdmin, AssistantProblem, AssistantSheet} from '../../domain/assistant-admin.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench} from '../bench/section.ts';
import {guardMilliseconds} from '../guard-time.ts';
import {
	type AssistantEditorIntent,
	assistantChoiceBindings,
	assistantEditorBindings,
	findEditorIntent,
} from '../input/bench/assistants.ts';
import {findIntent} from '../input/keymap.ts';
import {bufferOf, edits, insertSafely, lineDown, lineUp, type TextBuffer} from '../input/text-buffer.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {graphemesOf} from '../text/graphemes.ts';
import {reveal} from '../text/reveal.ts';
import {cutStyled, cutToWidth, wrapText} from '../text/wrap-text.ts';
import {type Chosen, chooseRow, moveFocus, trustRow} from './editor-choices.ts';
import {assistantOf, draftOf, type EditorDraft, isChanged} from './editor-draft.ts';
import {drawRows, type RowContext} from './editor-lines.ts';
import {type EditorRow, editorRows, shownServers} from './editor-rows.ts';

export type EditorDeps = {
	readonly bench: Bench;
	readonly admin: AssistantAdmin;
	readonly sheet: AssistantSheet;
	/** The name of the one that is changed; undefined for a new one. */
	readonly replaces: string | undefined;
	readonly title: string;
	/** Called once, with the name under which it was saved, if it was. */
	readonly onDone: (name: string | undefined) => void;
};

const shownModels = 4;
/** Rows for why it was not saved and what to do about it. */
const mostSaid = 4;

/** The window in which an assistant is made or changed: who it is, what it works with, and when it asks. */
export const createAssistantEditor = (deps: EditorDeps): ViewerLayer => {
	const {bench, admin, sheet, replaces} = deps;
	// Whoever chooses servers and tools wants to see what they offer.
	admin.wakeServers(bench.signal);
	bench.signal.addEventListener('abort', admin.restServers, {once: true});
	const end = (saved: string | undefined): void => {
		bench.signal.removeEventListener('abort', admin.restServers);
		admin.restServers();
		deps.onDone(saved);
	};
	let draft: EditorDraft = draftOf(sheet.assistant);
	let focus = 0;
	let message: string | undefined;
	let isSaving = false;
	/** When the question whether to lose the changes was shown. */
	let leavingSince: number | undefined;
	let height = 10;

	const servers = (): readonly string[] => shownServers({draft, servers: admin.servers()});
	const rows = (): readonly EditorRow[] =>
		editorRows({
			draft,
			...(sheet.instructionsFile === undefined ? {} : {instructionsFile: sheet.instructionsFile}),
			servers: admin.servers(),
			statuses: bench.app.getState().servers,
			tools: admin.tools(),
		});
	const problems = (): readonly AssistantProblem[] => sheet.problemsOf(assistantOf(draft), replaces);
	const models = (): readonly string[] => {
		const typed = draft.model.text.trim().toLowerCase();
		const known = bench.app.argumentsOf('model').filter(model => model.includes('/'));
		return known.filter(model => model.toLowerCase().startsWith(typed) && model !== draft.model.text);
	};

	const move = (step: number): void => {
		focus = moveFocus(rows(), focus, step);
	};
	const put = ({draft: next, why}: Chosen): void => {
		draft = next;
		message = why;
	};
	const choose = (row: EditorRow | undefined): void => put(chooseRow(draft, row, servers()));

	const type = (row: EditorRow | undefined, change: (buffer: TextBuffer) => TextBuffer): void => {
		if (row?.type === 'field') {
			draft = {...draft, [row.field]: change(draft[row.field])};
		}
	};

	const add = (row: EditorRow | undefined, text: string): void => {
		if (text !== '' && row?.type === 'field') {
			type(row, buffer => insertSafely(buffer, row.isLong === true ? text : sanitiseLine(text)));
		}
	};

	const moveInText = (row: EditorRow | undefined, step: -1 | 1): void => {
		const isLong = row?.type === 'field' && row.isLong === true;
		const moved = isLong ? (step < 0 ? lineUp : lineDown)(draft.instructions) : undefined;
		if (moved === undefined) {
			move(step);
		} else {
			draft = {...draft, instructions: moved};
		}
	};

	const save = async (): Promise<void> => {
		const [problem] = problems();
		if (problem !== undefined) {
			const at = rows().findIndex(row => row.type === 'field' && row.field === problem.field);
			focus = at === -1 ? focus : at;
			message = `It cannot be saved yet: ${problem.text}.`;
			return;
		}
		const assistant = assistantOf(draft);
		isSaving = true;
		const saved = await admin.save(assistant, replaces, bench.signal);
		isSaving = false;
		if (saved.type === 'refused') {
			message = [saved.failure.message, saved.failure.hint].filter(part => part !== undefined).join(' ');
			bench.changed();
			return;
		}
		end(assistant.name);
		const doubt = saved.doubt === undefined ? '' : ` ${saved.doubt.message}`;
		bench.say(`Saved ${assistant.name} in ${admin.file}.${doubt}`);
	};

	const editOutside = async (): Promise<void> => {
		if (sheet.instructionsFile !== undefined) {
			message = `They are in ${sheet.instructionsFile}: change them there.`;
			return;
		}
		const edited = await bench.host.editText(draft.instructions.text, '.md');
		if (edited.type === 'edited') {
			draft = {...draft, instructions: bufferOf(edited.text.replace(/\n+$/, ''))};
		} else if (edited.why !== undefined) {
			message = edited.why;
		}
		bench.changed();
	};

	const leave = (): void => {
		if (isChanged(draft)) {
			leavingSince = bench.now();
		} else {
			end(undefined);
		}
	};

	const completeModel = (row: EditorRow | undefined): boolean => {
		const [model] = row?.type === 'field' && row.field === 'model' && draft.model.text !== '' ? models() : [];
		if (model !== undefined) {
			draft = {...draft, model: bufferOf(model)};
		}
		return model !== undefined;
	};

	const take = (row: EditorRow | undefined): void => {
		if (row?.type === 'field' && row.isLong === true) {
			type(row, edits.newline);
		} else if (row?.type === 'field') {
			move(1);
		} else {
			choose(row);
		}
	};

	const act = (intent: AssistantEditorIntent, row: EditorRow | undefined): void => {
		switch (intent) {
			case 'save':
				void save();
				break;
			case 'leave':
				leave();
				break;
			case 'outside':
				void editOutside();
				break;
			case 'next':
				if (!completeModel(row)) move(1);
				break;
			case 'previous':
				move(-1);
				break;
			case 'up':
				moveInText(row, -1);
				break;
			case 'down':
				moveInText(row, 1);
				break;
			case 'page-up':
				move(-height);
				break;
			case 'page-down':
				move(height);
				break;
			case 'take':
				take(row);
				break;
			case 'choose':
				choose(row);
				break;
			case 'trust':
				put(trustRow(draft, row));
				break;
		}
	};

	const answerLeaving = (name: string): void => {
		// Who pressed a key before the question could be read did not answer it.
		if (leavingSince !== undefined && bench.now() - leavingSince >= guardMilliseconds) {
			leavingSince = undefined;
			if (name === 'y') end(undefined);
		}
	};

	const press = (name: string, text: string): void => {
		if (leavingSince !== undefined) {
			answerLeaving(name);
			return;
		}
		if (isSaving) {
			return;
		}
		message = undefined;
		const row = rows()[focus];
		const isLong = row?.type === 'field' && row.isLong === true;
		const intent =
			findEditorIntent(assistantEditorBindings, name) ??
			(row?.type === 'field' ? undefined : findEditorIntent(assistantChoiceBindings, name));
		if (intent !== undefined) {
			act(intent, row);
			return;
		}
		const edit = findIntent('prompt', name);
		if (edit?.type === 'edit' && (edit.edit !== 'newline' || isLong)) {
			type(row, edits[edit.edit]);
		} else if (edit?.type !== 'edit') {
			add(row, text);
		}
	};

	const status = (width: number, styles: RowContext['styles']): readonly string[] => {
		if (leavingSince !== undefined) {
			return [styles.warn(cutToWidth('Leave without saving? y leaves, any other key goes on.', width))];
		}
		if (isSaving) {
			return [styles.accent('saving …')];
		}
		if (message !== undefined) {
			return wrapText(sanitiseLine(reveal(message)), width)
				.slice(0, mostSaid)
				.map(styles.warn);
		}
		const keys = 'ctrl+s save · esc leave · tab next · space choose · t trust · ctrl+g $EDITOR';
		return [styles.dim(cutToWidth(keys, width))];
	};

	return {
		draw({columns: width, rows: windowRows}) {
			const styles = bench.styles();
			const said = status(width, styles);
			height = Math.max(3, windowRows - 2 - said.length);
			const all = rows();
			focus = Math.max(0, Math.min(focus, all.length - 1));
			const found = problems();
			const [title, gap, note] = bothEnds(deps.title, isChanged(draft) ? 'changed' : '', width);
			const drawn = drawRows(all, focus, height, {
				draft,
				statuses: bench.app.getState().servers,
				servers: admin.servers(),
				problems: draft.name.text === '' && !isChanged(draft) ? [] : found,
				models: models().slice(0, shownModels),
				width,
				longRows: Math.max(3, Math.floor(height / 3)),
				styles,
			});
			const blank = Array.from({length: Math.max(0, height - drawn.lines.length)}, () => '');
			return {
				lines: [
					`${styles.strong(title)}${gap}${styles.dim(note)}`,
					styles.dim('─'.repeat(width)),
					...drawn.lines.map(line => cutStyled(line, width)),
					...blank,
					...said,
				].slice(0, windowRows),
				...(drawn.cursor === undefined
					? {}
					: {cursor: {x: Math.min(width - 1, drawn.cursor.x), y: drawn.cursor.y + 2}}),
			};
		},
		onKey(name, text) {
			const isTyped = name === 'text' && rows()[focus]?.type !== 'field';
			// Typed faster than they were read: each is a key.
			for (const key of isTyped ? graphemesOf(text) : [name]) press(key, isTyped ? key : text);
		},
		onPaste: text => add(rows()[focus], text),
	};
};
