import type {TerminalGuard} from './terminal-guard.ts';

/** What a terminal may be asked for. To take it back without having asked would do harm. */
export const askedModes = ['keyboard', 'alternate', 'title'] as const;
export type AskedMode = (typeof askedModes)[number];

/** In the order in which they are taken back: the alternate screen has a keyboard of its own. */
export const takingBack: Readonly<Record<AskedMode, string>> = {
	keyboard: '\u001B[<u',
	alternate: '\u001B[?1049l',
	title: '\u001B[23;0t',
};

/** Bracketed paste, focus reports and synchronised output off, no attributes, cursor shown: never wrong. */
export const plainSequence = '\u001B[?2004l\u001B[?1004l\u001B[?2026l\u001B[0m\u001B[?25h';

const askFocus = '\u001B[?1004h';
const pushTitle = '\u001B[22;0t';

/** How Ink asks for the extended keyboard protocol and for the alternate screen. */
const inkAsks: readonly (readonly [AskedMode, RegExp])[] = [
	['keyboard', /^\u001B\[>\d+u$/],
	['alternate', /^\u001B\[\?1049h$/],
];

export type TerminalModes = {
	/** Told of what Ink is about to write. */
	readonly notice: (data: unknown) => void;
	/** Whether the terminal has ever taken the extended keyboard protocol. */
	readonly knowsKeyboard: () => boolean;
	/** Says what goes on in the title, as long as the terminal is ours. */
	readonly setTitle: (title: string) => void;
	/** Whether the terminal is ours. */
	readonly isOurs: () => boolean;
	/** Asks for what the program needs as long as it has the terminal. */
	readonly ask: () => void;
	/** What takes back all that Ink asked for, and nothing that the next screen of ours needs as well. */
	readonly endOfScreen: () => string;
	/** What takes back everything. */
	readonly endOfAll: () => string;
};

type ModesDeps = {
	readonly write: (text: string) => void;
	readonly guard: Pick<TerminalGuard, 'tell'>;
	/** Whether the terminal has a title to be kept and brought back. */
	readonly hasTitle: boolean;
};

/** Keeps account of what the terminal was asked for, and tells the guard. */
export const createTerminalModes = ({write, guard, hasTitle}: ModesDeps): TerminalModes => {
	const asked = new Set<AskedMode>();
	let knowsKeyboard = false;
	let isOurs = false;
	let title: string | undefined;
	const add = (mode: AskedMode): void => {
		asked.add(mode);
		guard.tell(mode, true);
		knowsKeyboard ||= mode === 'keyboard';
	};
	const takeBack = (modes: readonly AskedMode[]): string =>
		modes
			.filter(mode => asked.delete(mode))
			.map(mode => {
				guard.tell(mode, false);
				return takingBack[mode];
			})
			.join('');
	const writeTitle = (): void => {
		if (asked.has('title') && title !== undefined) {
			write(`\u001B]0;${title}\u001B\\`);
		}
	};
	return {
		isOurs: () => isOurs,
		setTitle(next) {
			title = next;
			writeTitle();
		},
		notice(data) {
			const found = inkAsks.find(([, pattern]) => typeof data === 'string' && pattern.test(data));
			if (found !== undefined) {
				add(found[0]);
			}
		},
		knowsKeyboard: () => knowsKeyboard,
		ask() {
			if (hasTitle && !asked.has('title')) {
				add('title');
				write(pushTitle);
			}
			isOurs = true;
			writeTitle();
			write(askFocus);
		},
		endOfScreen: () => `\u001B[?2004l${takeBack(['keyboard', 'alternate'])}\u001B[0m\u001B[?25h`,
		endOfAll() {
			isOurs = false;
			return `${takeBack(askedModes)}${plainSequence}`;
		},
	};
};
