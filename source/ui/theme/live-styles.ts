import type {ThemeName} from '../../domain/look.ts';
import {colourDepth} from './colour-depth.ts';
import {type Background, palettes} from './palettes.ts';
import {bareStyles, createPaletteStyles, createStyles, type Styles} from './styles.ts';

type LiveStylesDeps = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly theme: () => ThemeName;
	/** What the terminal is known to have. */
	readonly background: () => Background | undefined;
};

/** Styles as they are now. A new theme counts for what is drawn from then on. */
export const createLiveStyles = ({env, theme, background}: LiveStylesDeps): (() => Styles) => {
	const depth = colourDepth(env);
	const plain = createStyles(false);
	const basic = createStyles(true);
	const choose = (name: ThemeName, ground: Background | undefined): Styles => {
		if (depth === 'bare') {
			return bareStyles;
		}
		if (depth === 'none' || name === 'none') {
			return plain;
		}
		const wanted = name === 'dark' || name === 'light' ? name : ground;
		// Where nobody knows what is behind the text, the user's own sixteen colours can be read on it.
		if (depth === '16' || (wanted === undefined && name === 'auto')) {
			return basic;
		}
		const kind = name === 'high-contrast' ? 'strong' : 'usual';
		return createPaletteStyles(palettes[kind][wanted ?? 'dark'], depth);
	};
	let last:
		| {readonly name: ThemeName; readonly ground: Background | undefined; readonly styles: Styles}
		| undefined;
	return () => {
		const [name, ground] = [theme(), background()];
		if (last === undefined || last.name !== name || last.ground !== ground) {
			last = {name, ground, styles: choose(name, ground)};
		}
		return last.styles;
	};
};
