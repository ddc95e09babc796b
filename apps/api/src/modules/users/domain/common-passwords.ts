/**
 * Words of eight and more letters that published lists of leaked passwords have near their top, beside the roots and rows that
 * `guessable.ts` knows: names, bands, teams, cars, films, places, wishes. Collected by hand for this shop from what those lists agree
 * on, and copied from none; digits and signs around a word are taken off before it is looked up.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `metallica alexander alexandra hellokitty blink slipknot nirvana greenday linkinpark ironmaiden evanescence godsmack pantera megadeth
  rockstar rocknroll punkrock rammstein radiohead pinkfloyd ledzeppelin beatles beatles1 eminem tupac snoopdogg marleybob bobmarley
  benjamin william victoria elizabeth samantha stephanie danielle christian christine christina christopher kristina catherine
  katherine caroline valentina valentin veronica patricia margaret jonathan nicholas nicolas anthony brandon brittany cassandra
  courtney dominic dominique florence francesca francesco frederic friedrich gabriel gabriela gabrielle garfield giovanni isabella
  jacqueline jeremiah josephine katarina leonardo lorenzo madeline marianne marshall maximilian melissa miranda mohammed montana
  natalie natasha nathaniel sebastian savannah scarlett sergeant shannon sherlock theodore timothy vincent virginia vanessa
  alejandro alejandra fernando fernanda guillermo mercedes francisco estrella carolina cristina santiago barbara beatrice bernard
  bradley charlotte claudia clifford crystal cynthia deborah dorothy douglas dolores edward felicity franklin geoffrey georgia
  gregory harrison heather jasmine jeffrey kathleen kimberly lawrence leonard lindsay mackenzie malcolm matthias meredith mitchell
  pamela penelope phillip priscilla raymond rebecca reginald rosemary russell stephen steven suzanne sylvester terrence theresa
  tiffany trinity tristan valerie wallace walter wilhelm yolanda zachary andromeda aphrodite apollo13 atlantis poseidon hercules
  chickens chicken chelsea1 chester chicago chocolat cherokee cheyenne cinderella clarinet clemson climbing clueless colombia colorado
  columbia commando computers concrete control corleone cornwall corvette cosworth costarica cowboys cowgirls creative cristian
  crocodile crusader darkness darkangel darkstar darthvader daydream deathnote december deepblue deftones delaware designer destiny
  detroit diablo digital dinosaur director discover discovery dodgers dolphin dolphins donkeykong doraemon dragonball dragonfly
  drowssap drummer dreamer dreams einstein electric elephant eldorado elements emerald emmanuel emperor engineer england enterprise
  eternity everest evolution excalibur explorer extreme falcons fantasia fantastic fantasy farmer fatboy february ferret fireball
  firebird firefire firefighter firefly fireman fisherman fishing flamingo florida formula fountain fractal fuckface fuckyou fuckoff
  fuckthis fuckme fuckyou2 asshole bitches bullshit gandalf gangster gateway generals genesis gladiator goddess godzilla goldberg
  goldfish goldstar goodluck goodbye goodtime gorgeous grandma graphics gretzky guardian gunners guitarist halflife hallowed hamilton
  hamster handsome happiness happyday hardcore hardware harrypotter hawaii heaven heineken hellfire hellyeah helpless highland hitman
  holiday hollywood homer hongkong hooters hotstuff hurricane icecream imagine immortal impala impossible indiana infantry infinity
  inferno insane inspiron ireland isabelle islander jackass jackson jackpot jaguar january jellybean jetaime johnson jonjon juggalo
  jumanji juliette justice justinbieber kamikaze kangaroo katana kawasaki kingdom kingkong kittycat knights labrador lacrosse
  ladybug lasvegas legolas leopard letmein liberty lighthouse lightning limewire lolipop lollipop longhorn lovebird loveless lovelove
  loveme loverboy lovers luckyone madison magic magician magnolia majestic malibu mandarin marathon marijuana mariposa marines marino
  marvin masterchief maryjane maverick medicine mercury mermaid messenger mexico midnight military millenium millennium million
  minnesota mission mittens mohamed monalisa monopoly monster monsters montreal moonbeam moonlight motherfucker motorola mountain
  mouse musician mustangs mystery napoleon nascar national navyseal newcastle newyork nightmare nintendo nokia nottingham november
  october olympus omega onelove operator orlando outlaw overlord packers paintball pakistan panasonic pancakes panthers paradise
  paradox passport patience patrick patriots peaches peanut penguin penguins penguin1 perfect pharmacy phillips photoshop picasso
  pictures pineapple pinnacle pirates pitbull platinum playboy players playtime pleasure poohbear poopoo popcorn popeye portugal
  positive postman powerful precious predator presario pretty princesa princess1 printer prodigy professor promise property psycho
  pumpkin punisher purple qwert racecar raiders rangers rasputin reality rebels redskins redsox redwings remember republic research
  reynolds richmond robotech rockets romantic roosters rosebud rush2112 sabrina saints salvador samurai sandman sandrine sasuke
  saturday saturn scarface scorpio scorpion scotland seahawks security september serenity seventeen shamrock sharingan shinobi
  shithead silence simpsons singapore skateboard skittles skyline skywalker slayer smashing smirnoff smokey snickers snowball
  snowboard snowboarding snowflake snowman softball software solution someone something sometimes songbird southpark southside
  spanking sparkle spartan spartans special speedway spitfire sporting squirrel standard stargate starlight startrek stealth
  steelers1 stingray strawberry streetfighter stronger student submarine success sullivan sunflower sunlight sunnyday sunrise sunset
  superior supernatural superstar supersonic supernova supreme surfing surprise survivor sweetheart sweetpea swimming swordfish sylvia
  teddybear teacher teamwork telephone television temptation tennessee terminal terminator texas thailand thebest thebeast theking
  thegame theman thedoors thething therock thirteen thumper thunderbird thunderbolt thursday tiger1 timberland tinkerbell titanic
  together tomorrow tottenham toulouse toyota transformers transfer treasure triangle triumph trojan tuesday turtle tweetybird twilight
  twister ultimate undertaker underground unicorn universal universe university unknown valencia valentine valhalla vampire vampires
  vanilla velocity venezuela victory viking vikings violet volcano volleyball voyager warcraft warhammer warrior warriors washington
  waterfall wednesday werewolf westside whiskey whocares wildcat wildcats windsurf winston wireless wishbone wizards wolfgang
  wolverine wolfpack wonderful wonderland woodland wrestling wrangler xfiles xxxxxxxx yamaha yellow yesterday yogibear zeppelin
  zanzibar zxcvbn iloveme iloveyou2 ihateyou imissyou ilovejesus ilovegod godisgood jesuslovesme blessed blessing believe
  aardvark abcdefg access14 adidas adrienne airborne airplane alabama alaska albatross alcatraz algebra alligator allstar america1
  amsterdam anaconda anderson angelica angelina animal antonio apocalypse aquarius arizona armagedon armageddon arsenal1 arthur
  artist asdasdasd ashleigh assassin assassins astalavista atlanta attitude australia avalanche avalon awesome babyboy babydoll
  babylon babyface bachelor backspace badboy badger ballerina baltimore bandit barbados barney bastard battlefield beautiful beauty
  belgium bigdaddy bigdog billabong billiards birthday birdland biteme blackbird blackberry blackcat blackie blackjack blackout
  blackpool blackrose blackwater blahblah blizzard blonde bluebird blueberry blueeyes bluesky bluemoon bobafett bollocks bonjour
  borussia boston bowling braveheart brazil brittney broncos brooklyn brother brothers brownie bubblegum bubbles buddy budlight
  budweiser buffalo bulldog bulldogs bullseye business butthead buttercup cadillac calculator california callofduty calvin camaro
  camelot campbell canada canadian cannabis capricorn captain caramel cardinal cardinals caribbean carnage cartoon cartman casanova
  castillo catalina catalog catdog catfish celebrity celtic celtics cellphone champion champions chandler change chargers charming
  cheerleader cherries assword passwords mypassword yourpassword nopassword thepassword password1234 newpassword temppass temporary`
    .split(/\s+/)
    .filter(Boolean),
);
