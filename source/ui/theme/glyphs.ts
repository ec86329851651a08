type Environment = Readonly<Record<string, string | undefined>>;

/** One cell for one cell, so that no line changes its width. */
const asciiOf: Readonly<Record<string, string>> = {
	'✔': '+',
	'✓': '+',
	'✘': 'x',
	'✗': 'x',
	'⊘': '-',
	'■': '#',
	'▪': '#',
	'●': '*',
	'○': 'o',
	'◐': 'o',
	'•': '*',
	'·': '-',
	'▲': '^',
	'▸': '>',
	'▾': 'v',
	'›': '>',
	'‹': '<',
	'→': '>',
	'←': '<',
	'↑': '^',
	'↓': 'v',
	'↵': '<',
	'↶': '<',
	'↷': '>',
	'…': '.',
	'│': '|',
	'┃': '|',
	'─': '-',
	'━': '-',
	'┬': '+',
	'┼': '+',
	'├': '+',
	'└': '+',
	'┌': '+',
	'┐': '+',
	'┘': '+',
	'╭': '+',
	'╮': '+',
	'╰': '+',
	'╯': '+',
	'▁': '_',
	'▂': '_',
	'▃': '-',
	'▄': '-',
	'▅': '=',
	'▆': '=',
	'▇': '#',
	'▶': '>',
	'⑂': 'Y',
	'‖': '=',
	'§': '%',
	'»': '>',
	'«': '<',
	'×': 'x',
	'–': '-',
	'█': '#',
	'░': '.',
	'▒': ':',
	'▓': '%',
	'▌': '|',
};
const marks = new RegExp(`[${Object.keys(asciiOf).join('')}]`, 'g');

/** Whether the terminal shows ASCII only, as far as its surroundings say. */
export const isAsciiOnly = (env: Environment, platform: NodeJS.Platform): boolean => {
	// Its font has a few hundred characters.
	if (env.TERM === 'linux') {
		return true;
	}
	if (platform === 'win32') {
		const modern = [env.WT_SESSION, env.TERM_PROGRAM, env.ConEmuANSI, env.TERM];
		return modern.every(value => (value ?? '') === '');
	}
	const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find(value => (value ?? '') !== '');
	return locale !== undefined && !/utf-?8/i.test(locale);
};

/**
 * Marks of ours as ASCII. It takes whole lines, because where they cannot be shown nobody's can; and what an argument
 * seems to say is then never less than what it does.
 */
export const withAsciiMarks = (line: string): string => line.replace(marks, mark => asciiOf[mark] ?? mark);
