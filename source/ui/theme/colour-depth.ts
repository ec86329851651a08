type Environment = Readonly<Record<string, string | undefined>>;

/** How many colours there are; `bare` has no attributes such as bold either. */
export type ColourDepth = 'bare' | 'none' | '16' | '256' | 'millions';

const forced: Readonly<Record<string, ColourDepth>> = {
	'0': 'none',
	false: 'none',
	'1': '16',
	'2': '256',
	'3': 'millions',
};

/** What the terminal says that it can do. Where it says nothing, the sixteen colours of the user's own palette. */
export const colourDepth = (env: Environment): ColourDepth => {
	const {TERM: terminal = '', COLORTERM: colours = '', NO_COLOR: refused = ''} = env;
	if (terminal === 'dumb') {
		return 'bare';
	}
	if (refused !== '') {
		return 'none';
	}
	const wanted = forced[env.FORCE_COLOR ?? ''];
	if (wanted !== undefined) {
		return wanted;
	}
	// What GNU screen runs in may know more colours than it passes on.
	const isScreen = terminal.startsWith('screen') && (env.TMUX ?? '') === '';
	const hasMillions =
		/^(?:truecolor|24bit)$/i.test(colours) || terminal.endsWith('-direct') || (env.WT_SESSION ?? '') !== '';
	if (hasMillions && !isScreen) {
		return 'millions';
	}
	return terminal.includes('256') ? '256' : '16';
};
