import type {Style, Styles} from '../theme/styles.ts';

export type Tone =
	| 'dim'
	| 'strong'
	| 'accent'
	| 'good'
	| 'bad'
	| 'warn'
	| 'heading'
	| 'name'
	| 'string'
	| 'number'
	| 'keyword';

/** A line of what is read, before it is laid out: plain text that is safe to show. */
export type Line = {
	readonly text: string;
	readonly tone?: Tone;
	/** Stands before the text; further rows begin below the text. */
	readonly label?: string;
	readonly labelTone?: Tone;
	/** One row in any window, cut where it does not fit. */
	readonly isCut?: true;
};

/** Lines that are made when somebody looks at them. */
export type LineSource = {
	readonly count: () => number;
	readonly at: (index: number) => Line;
	/** Whether a line is only the rest of the one before it, which was too long. */
	readonly continues?: (index: number) => boolean;
};

export const emptyLine: Line = {text: ''};

export const linesSource = (lines: readonly Line[]): LineSource => ({
	count: () => lines.length,
	at: index => lines[index] ?? emptyLine,
});

/** One after the other. */
export const joinSources = (first: LineSource, second: LineSource): LineSource => ({
	count: () => first.count() + second.count(),
	at: index => (index < first.count() ? first.at(index) : second.at(index - first.count())),
	continues: index =>
		index < first.count()
			? first.continues?.(index) === true
			: second.continues?.(index - first.count()) === true,
});

const plain: Style = text => text;

export const toneStyle = (tone: Tone | undefined, styles: Styles): Style => {
	switch (tone) {
		case undefined:
			return plain;
		case 'name':
		case 'string':
		case 'number':
		case 'keyword':
			return styles.syntax[tone];
		case 'dim':
		case 'strong':
		case 'accent':
		case 'good':
		case 'bad':
		case 'warn':
		case 'heading':
			return styles[tone];
	}
};
