import type {App} from '../../app/app.ts';
import type {BenchPart} from '../../domain/bench-part.ts';
import type {BenchPorts} from '../../domain/bench-ports.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {AppState} from '../../state/app-state.ts';
import type {BenchBinding} from '../input/bench/binding.ts';
import type {Line, Tone} from '../pager/line.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import type {Styles} from '../theme/styles.ts';
import type {WindowHost} from '../window-host.ts';
import type {BenchMemory} from './bench-memory.ts';

/** A row of a list. Every text in it is safe to show. */
export type Row = {
	readonly mark?: {readonly text: string; readonly tone: Tone};
	readonly label: string;
	readonly tone?: Tone;
	/** Stands at the right end; it is left out where there is no room. */
	readonly note?: string;
	readonly noteTone?: Tone;
	/** The same where the list has room for more. */
	readonly wide?: {readonly label: string; readonly note?: string};
};

/** One way to look at the chosen item. `what` ends the sentence "Copied …". */
export type DetailTab = {
	readonly name: string;
	readonly what?: string;
	readonly body: /** Made anew whenever something has changed. */
		| {readonly type: 'lines'; readonly lines: () => readonly Line[]}
		/** A tree. It stays as it was opened while the value is the same object. */
		| {readonly type: 'json'; readonly value: JsonValue}
		| {readonly type: 'text'; readonly text: string};
	/** Its end is shown as it grows, until the reader scrolls up. */
	readonly follows?: true;
};

/** What a section is opened about. */
export type BenchTarget = {
	/** The item to choose. */
	readonly id?: string;
	/** Of a tool: what to try it with. */
	readonly arguments?: JsonObject;
	/** Opened from a question: nothing is to run here by itself. */
	readonly isAsked?: true;
};

/** One part of the workbench: a list, and everything about what is chosen in it. */
export type Section<Item> = {
	readonly name: BenchPart;
	readonly title: string;
	/** About all of them, such as "4 servers, 3 ready". */
	readonly summary: () => string;
	/** The same array as long as nothing has changed. */
	readonly items: () => readonly Item[];
	readonly idOf: (item: Item) => string;
	/** Only called for the rows in the window. */
	readonly rowOf: (item: Item) => Row;
	/** What the filter looks through. */
	readonly textOf: (item: Item) => string;
	/** What it is called, where the text does not begin with that. */
	readonly nameOf?: (item: Item) => string;
	/** What is said where there is none. */
	readonly emptyLines: () => readonly string[];
	/** Called once for each choice and change. */
	readonly tabs: (item: Item) => readonly DetailTab[];
	readonly bindings: readonly BenchBinding[];
	/** Does what a key asks for; false where that makes no sense now. */
	readonly act: (intent: string, item: Item | undefined) => boolean;
	/** The list grows at its end, which is shown until the reader moves up. */
	readonly follows?: true;
	/** What of the state it shows: it is drawn anew when one of them is another. */
	readonly watches?: (state: AppState) => readonly unknown[];
	/** Told that another item is looked at. */
	readonly onChoose?: (item: Item | undefined) => void;
	readonly aim?: (target: BenchTarget) => void;
	/** Told that somebody comes to it, about nothing in particular. */
	readonly onShow?: () => void;
	readonly close?: () => void;
};

export type LinePrompt = {
	readonly label: string;
	readonly text?: string;
	readonly isSecret?: boolean;
	/** Why this cannot be taken, as a sentence; asked with every key. */
	readonly problem?: (text: string) => string | undefined;
	readonly run: (text: string) => void;
};

export type Choice<Value> = {readonly label: string; readonly detail?: string; readonly value: Value};

export type ChoicePrompt<Value> = {
	readonly title: string;
	readonly choices: readonly Choice<Value>[];
	/** Any number may be chosen; these are at first. */
	readonly chosen?: readonly Value[];
	/** Called once, unless the user leaves. Several values only where any number may be chosen. */
	readonly run: (values: readonly Value[]) => void;
};

/** What a section may ask of the window around it. */
export type Bench = {
	readonly app: App;
	readonly host: WindowHost;
	readonly styles: () => Styles;
	readonly now: () => number;
	readonly schedule: Schedule;
	/** Puts a text into the draft of the chat. */
	readonly putDraft: (text: string) => void;
	readonly ports: BenchPorts;
	readonly memory: BenchMemory;
	/** Aborts when the workbench closes. */
	readonly signal: AbortSignal;
	/** Something is different now. */
	readonly changed: () => void;
	/** Who asks something that waits in the chat. */
	readonly asking: () => string | undefined;
	/** Shown in the last lines until the next key. */
	readonly say: (text: string) => void;
	/** Asks; a yes counts once the question could be read. */
	readonly confirm: (question: string, run: () => void) => void;
	readonly prompt: (line: LinePrompt) => void;
	readonly choose: <Value>(prompt: ChoicePrompt<Value>) => void;
	/** Gives the whole window and the keyboard to something else, or takes them back. */
	readonly setLayer: (layer: ViewerLayer | undefined) => void;
	readonly select: (id: string) => void;
	/** Shows a tab of the right side by its name, where there is one. */
	readonly showTab: (name: string) => void;
	readonly open: (name: BenchPart, target?: BenchTarget) => void;
	readonly close: () => void;
};
