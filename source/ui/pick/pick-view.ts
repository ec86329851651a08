import type {PromptDefinition, ResourceDefinition, ResourceTemplate} from '../../domain/catalogue.ts';
import type {TextBuffer} from '../input/text-buffer.ts';

/** What an entry of a list stands for. */
type PickChoice =
	/** Takes the place of what is being typed. */
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'command'; readonly name: string; readonly argument: string}
	| {readonly type: 'prompt'; readonly prompt: PromptDefinition}
	| {readonly type: 'resource'; readonly resource: ResourceDefinition}
	| {readonly type: 'template'; readonly template: ResourceTemplate}
	/** What a key of the prompt does. */
	| {readonly type: 'intent'; readonly intent: string}
	/** Takes the place of the draft. */
	| {readonly type: 'message'; readonly text: string}
	/** The conversation goes back to before this message. */
	| {readonly type: 'rewind'; readonly messageId: string};

/** One thing that can be chosen. Its texts are sanitised. */
export type PickEntry = {
	/** What it begins with in a message; nobody has to type it to find the entry. */
	readonly mark?: '/' | '@' | '#';
	readonly label: string;
	readonly detail: string;
	/** Said before the detail where there is room for both. */
	readonly hint?: string;
	/** The label is cut before the detail is: it is what the user has to know before they choose. */
	readonly keepsDetail?: true;
	/** Other names by which it is found. */
	readonly also?: readonly string[];
	readonly choice: PickChoice;
};

/** An entry that fits what was typed: less `score` is better, `marks` are the letters of its label that were typed. */
export type PickItem = PickEntry & {readonly score: number; readonly marks: readonly number[]};

type PickList = {
	readonly title: string;
	readonly items: readonly PickItem[];
	/** -1 while none is. */
	readonly highlight: number;
	/** The most entries it had since it was opened: it does not shrink while it is narrowed. */
	readonly peak: number;
	/** Which servers are missing from it, and why. */
	readonly note?: string;
};

/** The beginning of what is highlighted; no lines while it is fetched. */
export type PickPreview = {readonly summary: string; readonly lines: readonly string[]};

/** A list that follows the draft, which keeps the keyboard. */
export type CompletionView = PickList & {
	readonly kind: 'completion';
	readonly isModal: false;
	/** Absent where nothing can be looked at. */
	readonly preview?: PickPreview;
};

/** A list that is searched by typing in the place of the draft. */
export type SearchView = PickList & {
	readonly kind: 'palette' | 'history' | 'messages';
	readonly isModal: true;
	readonly typed: TextBuffer;
};

export type PickField = {readonly name: string; readonly description: string; readonly isRequired: boolean};

/** Values that are typed one after the other; the list is what the server offers for the one that is typed now. */
export type FieldsView = PickList & {
	readonly kind: 'fields';
	readonly isModal: true;
	readonly about: string;
	readonly fields: readonly PickField[];
	readonly index: number;
	readonly values: Readonly<Record<string, string>>;
	readonly typed: TextBuffer;
	/** Why it does not go on. */
	readonly problem?: string;
	/** What comes of it by now. */
	readonly outcome?: string;
};

/** Something is chosen from. While it is modal, no question can be answered: it has the keyboard for itself. */
export type PickView = CompletionView | SearchView | FieldsView;
