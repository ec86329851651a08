import type {CompletionTables, Offered} from './completion-tables.ts';
import {quoted} from './quoted.ts';

const texts = (offered: readonly Offered[]): string => offered.map(({text}) => text).join(' ');

const arm = (pattern: string, offer: string): string => `\t${pattern}) offer=${quoted(offer)} ;;`;

// A template of ours would take the braces of the shell for its own.
const dollarBrace = '${';

/** Takes nothing that came after bash 3.2, which macOS has. */
const logic = String.raw`
# Keeps of the words what begins as was typed.
_mcp_tui_keep() {
	local each
	for each in $1; do
		[[ $each == "$typed"* ]] && COMPREPLY+=("$head$each")
	done
}

_mcp_tui_reply() {
	local IFS=$' \t\n' line name
	local -a shown=()
	case $offer in
	'words '*) _mcp_tui_keep "@{offer#words }" ;;
	'names '*)
		while IFS= read -r line; do
			name=@{line%%$'\t'*}
			[[ $name == "$typed"* ]] || continue
			COMPREPLY+=("$head$name")
			shown+=("@{line/$'\t'/  }")
		done < <(command mcp-tui completion names "@{offer#names }" "$before" 2>/dev/null </dev/null)
		# Where bash only lists what there is, it also shows what that is.
		[[ @{COMP_TYPE:-} == 63 ]] && ((@{#COMPREPLY[@]} > 1)) && COMPREPLY=("@{shown[@]}")
		;;
	file | folder)
		[[ -z $head ]] && compopt -o filenames 2>/dev/null
		local kind=-f
		[[ $offer == folder ]] && kind=-d
		while IFS= read -r line; do
			COMPREPLY+=("$head$line")
		done < <(compgen $kind -- "$typed")
		;;
	esac
}

_mcp_tui() {
	local -a words=()
	local word last command='' offer='' pending='' typed head='' glued='' rest='' before='' count=0 i=0
	COMPREPLY=()

	# bash takes --mode=plan for three words.
	for word in "@{COMP_WORDS[@]:1:COMP_CWORD}"; do
		last=$((@{#words[@]} - 1))
		if [[ $word == '=' && $last -ge 0 && @{words[last]} == --* ]]; then
			words[last]+='='
			glued=yes
		elif [[ $glued == yes ]]; then
			words[last]+=$word
			glued=''
		else
			words+=("$word")
		fi
	done
	last=$((@{#words[@]} - 1))
	((last < 0)) && return 0
	typed=@{words[last]}

	if ((last > 0)) && [[ @{words[0]} != -* ]]; then
		command=@{words[0]}
		i=1
		if ((last > 1)) && _mcp_tui_is "$command @{words[1]}"; then
			command="$command @{words[1]}"
			i=2
		fi
		_mcp_tui_is "$command" || return 0
	fi
	local begin=$i

	for (( ; i < last; i++)); do
		word=@{words[i]}
		if [[ $rest == yes ]]; then
			count=$((count + 1))
			before=$word
		elif [[ -n $pending && $word != -* ]]; then
			if ! _mcp_tui_is_list "$pending" || _mcp_tui_takes_words "$command"; then
				pending=''
			fi
		elif [[ $word == -- ]]; then
			pending=''
			rest=yes
		elif [[ $word == -?* ]]; then
			pending=''
			[[ $word != *=* ]] && _mcp_tui_value "$word" && pending=$word
		else
			pending=''
			count=$((count + 1))
			before=$word
		fi
	done

	if [[ -z $rest && $typed == --*=* ]]; then
		_mcp_tui_value "@{typed%%=*}" || return 0
		# Where the user has told bash that = parts no words, the whole word is replaced.
		[[ @{COMP_WORDS[COMP_CWORD]} == --*=* ]] && head="@{typed%%=*}="
		typed=@{typed#*=}
		_mcp_tui_reply
	elif [[ -z $rest && $typed == -* ]]; then
		_mcp_tui_options "$command"
		_mcp_tui_keep "$offer"
	elif [[ -n $pending ]]; then
		_mcp_tui_value "$pending" && _mcp_tui_reply
	else
		if ((i == begin)) && [[ -z $rest ]]; then
			_mcp_tui_next "$command"
			_mcp_tui_keep "$offer"
		fi
		_mcp_tui_word "$command" "$count" && _mcp_tui_reply
	fi
	return 0
}

complete -F _mcp_tui mcp-tui
`.replaceAll('@{', dollarBrace);

const switchOver = (name: string, subject: string, arms: readonly string[]): readonly string[] => [
	`${name}() {`,
	`\tcase ${subject} in`,
	...arms,
	'\t*) return 1 ;;',
	'\tesac',
	'}',
	'',
];

const anyOf = (texts: readonly string[]): string => texts.map(quoted).join(' | ');

export const bashScript = (tables: CompletionTables): string =>
	[
		'# Completion of mcp-tui for bash. mcp-tui completion --help says where it goes.',
		'',
		...switchOver('_mcp_tui_is', '$1', [`\t${anyOf(tables.commands)}) ;;`]),
		...switchOver('_mcp_tui_takes_words', '$1', [`\t${anyOf(tables.withWords)}) ;;`]),
		...switchOver('_mcp_tui_is_list', '$1', [
			`\t${anyOf(tables.values.filter(({isList}) => isList).flatMap(({flags}) => flags))}) ;;`,
		]),
		...switchOver('_mcp_tui_next', '$1', [
			arm("''", texts(tables.first)),
			...tables.second.map(({after, offered}) => arm(quoted(after), texts(offered))),
		]),
		...switchOver(
			'_mcp_tui_options',
			'$1',
			tables.options.map(({command, offered}) => arm(quoted(command), texts(offered))),
		),
		...switchOver(
			'_mcp_tui_value',
			'$1',
			tables.values.map(({flags, offer}) => arm(anyOf(flags), offer)),
		),
		...switchOver(
			'_mcp_tui_word',
			'$1/$2',
			tables.words.map(({command, index, isList, offer}) =>
				arm(isList ? `${quoted(`${command}/`)}*` : quoted(`${command}/${index}`), offer),
			),
		),
	]
		.join('\n')
		.trimEnd()
		.concat('\n', logic);
