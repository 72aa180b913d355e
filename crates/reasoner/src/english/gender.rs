//! Whether `he` or `she` can mean somebody with a given name or in a role.
//! Only word lists; names that both bear, and all others, tell nothing.

/// What a pronoun can tell of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gender {
    /// `he`
    Male,
    /// `she`
    Female,
}

const MALE_NAMES: &str = "aaron abdul abraham adam adolf adrian ahmed alan albert aldo alejandro alexander alfred \
    ali andreas andrew anthony anton antonio archimedes aristotle arnold arthur barack barry \
    bart ben benjamin bernard bernie bert bill bob boris brad brandon brian bruce bryan caesar \
    cal carl carlos cesar charles chester christian christopher chuck clark claude colin craig \
    dan daniel darren dave david dennis derek diego dimitri dirk don donald douglas duncan \
    earl ed eddie edgar edmund eduardo edward edwin elias elijah elliot emil enrique eric erik \
    ernest ethan eugene evan felix fernando francis francisco frank franz fred frederick fritz \
    gabriel gareth garry gary gavin geoffrey george gerald gerard gilbert giovanni glenn \
    gordon graham greg gregory günther gus guy hal hank hannibal hans harold harry hassan \
    hector heinrich henri henrik henry herbert herman homer horace howard hubert hugh hugo \
    humphrey ian ibrahim igor isaac ivan jack jacob jacques jake james jared jason javier jay \
    jeff jeffrey jeremy jerome jerry jim jimmy joe joel johan johann john johnny jon jonathan \
    jorge jose joseph joshua juan julian julius justin karl keith ken kenneth kevin klaus kurt \
    kyle lance larry lars laurence lawrence lenny leo leon leonard leonardo leroy lewis liam \
    lionel louis luca lucas ludwig luigi luis luke magnus manfred manuel marc marco marcus \
    mario mark marshall martin marvin matt matthew maurice max maximilian michael miguel mike \
    miles milton mohamed mohammed moses nathan nathaniel ned neil nelson nicholas nick nigel \
    noah norman olaf oliver omar orlando oscar otto owen pablo patrick paul pedro peter phil \
    philip phillip pierre plato rafael ralph ramon randy raphael ray raymond reginald ricardo \
    richard rick rob robert roberto rodney roger roland roman ron ronald ross roy rudolf rufus \
    russell samuel saul scott sean sebastian sergei seth sherlock sidney sigmund simon \
    socrates spencer stan stanley stefan stephen steve steven stewart stuart ted terence theo \
    theodore thomas tim timothy toby todd tom tommy tony travis trevor tyler umberto victor \
    vincent vincenzo vladimir wallace walter warren wayne wilhelm will william wolfgang xavier \
    yusuf zachary";

const FEMALE_NAMES: &str = "abigail ada adele agatha agnes alexandra alice alicia alison allison amanda amber amelia \
    amy ana anastasia angela angelina anita ann anna anne annette annie antonia audrey barbara \
    beatrice becky bella bernadette beth betty beverly brenda bridget britney camilla candice \
    carla carmen carol caroline carolyn carrie catherine cathy cecilia charlotte chelsea \
    cheryl chloe christina christine cindy claire clara claudia cleopatra connie cora cynthia \
    daisy daphne dawn deborah delia denise diana diane dolores donna dora doris dorothy edith \
    eileen elaine eleanor elena elisa elise eliza elizabeth ella ellen elsa emily emma erica \
    erika erin esther eva eve evelyn fatima fay felicia fiona flo flora florence frances \
    francesca frida gabriela gabriella gail georgia geraldine gertrude gina gisela gloria \
    grace greta gretchen gwen hannah harriet hazel heather heidi helen helena henrietta hilda \
    hillary hope ida ines ingrid irene iris irma isabel isabella ivy jacqueline jane janet \
    janice jasmine jennifer jenny jessica jill joan joanna josephine joy joyce juanita judith \
    judy julia juliana julie juliet karen karin kate katherine kathleen kathryn kathy katie \
    katja katrina kelly kimberly kirsten kristen kristin lara laura lauren lea leah lena \
    lilian lillian lily linda lisa liz lois lola lorena lorraine louisa louise lucia lucy luna \
    lydia lynn mabel maggie maia mandy marcia margaret maria mariana marianne marie marilyn \
    marina marjorie marlene marta martha mary matilda maud maya megan melanie melissa mia \
    michelle mildred mindy miranda miriam molly mona monica nadia nancy naomi natalia natalie \
    natasha nell nicole nina nora norma olga olivia ophelia pam pamela patricia paula pauline \
    peggy penelope penny petra phoebe phyllis polly priscilla rachel rebecca regina renata \
    rhonda rita roberta rosa rosalind rose rosemary roxanne ruby ruth sabine sabrina sally \
    samantha sandra sara sarah selena serena sharon sheila sherry shirley sofia sonia sonja \
    sophia sophie stella stephanie sue susan susanna suzanne svetlana sylvia tamara tanya tara \
    teresa thelma theresa tiffany tina ulrike ursula valerie vanessa vera veronica victoria \
    viola violet virginia vivian wanda wendy wilma winifred yasmin yolanda yvonne zoe";

/// Given names that tell nothing, but that a person has it.
const EITHER_NAMES: &str = "alex andrea andy ashley avery blake bobby cameron casey charlie chris dana drew dylan \
    frankie jackie jamie jan jean jess jesse jo jordan kim lee leslie logan lou micah morgan \
    nat pat quinn riley robin rory ryan sam sasha shannon sky taylor terry toni tracy val";

const MALE_NOUNS: &str = "bachelor boy boyfriend bridegroom brother businessman chairman dad duke \
    emperor father gentleman godfather grandfather grandpa grandson groom guy husband king lad \
    lord man monk nephew policeman pope prince salesman son spokesman stepfather uncle \
    waiter widower";

const FEMALE_NOUNS: &str = "actress aunt bride businesswoman countess daughter duchess empress girl girlfriend \
    godmother grandma grandmother granddaughter heroine hostess lady maid mom mother mum niece \
    nun policewoman princess queen saleswoman sister spokeswoman stepmother stewardess \
    waitress widow wife woman";

/// Whether a list has a word.
fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// What a name says of who has it, told by a title or the given name.
pub fn of_name(constant: &str) -> Option<Gender> {
    let mut words = constant.split('_');
    let first = words.next()?;
    match first {
        "mr" | "sir" | "king" | "prince" | "lord" | "uncle" => return Some(Gender::Male),
        "mrs" | "ms" | "miss" | "queen" | "princess" | "lady" | "aunt" => {
            return Some(Gender::Female);
        }
        _ => {}
    }
    let titled = ["dr", "prof", "professor", "president", "saint", "st"].contains(&first);
    let given = if titled { words.next()? } else { first };
    if has(MALE_NAMES, given) {
        Some(Gender::Male)
    } else if has(FEMALE_NAMES, given) {
        Some(Gender::Female)
    } else {
        None
    }
}

/// Whether a name is a person's for sure.
pub fn is_given(constant: &str) -> bool {
    let first = constant.split('_').next().unwrap_or(constant);
    of_name(constant).is_some() || has(EITHER_NAMES, first)
}

/// What a noun says of who is called so.
pub fn of_noun(noun: &str) -> Option<Gender> {
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    if has(MALE_NOUNS, head) {
        Some(Gender::Male)
    } else if has(FEMALE_NOUNS, head) {
        Some(Gender::Female)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_roles_tell_he_from_she() {
        assert_eq!(of_name("maria_lopez"), Some(Gender::Female));
        assert_eq!(of_name("mrs_peter_smith"), Some(Gender::Female));
        assert_eq!(of_name("dr_john_smith"), Some(Gender::Male));
        assert_eq!((of_name("kim"), is_given("kim")), (None, true));
        assert_eq!((of_name("dune"), is_given("dune")), (None, false));
        assert_eq!(of_noun("step mother"), Some(Gender::Female));
        assert_eq!(of_noun("teacher"), None);
        let both = MALE_NAMES.split(' ').find(|name| has(FEMALE_NAMES, name));
        assert_eq!(both, None);
    }
}
