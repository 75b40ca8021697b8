/**
 * Common misspellings in English technical writing, compiled for this project. A misspelling is listed only if it has
 * exactly one correction, and isn't a word in British or American English, a common word in a related language, or a
 * common identifier.
 */
const pairs = `
accidently>accidentally accomodate>accommodate accomodates>accommodates accomodation>accommodation accross>across
acheive>achieve acheived>achieved acheives>achieves acknowlege>acknowledge additonal>additional
additonally>additionally addtional>additional addtionally>additionally adressed>addressed allready>already
alredy>already altough>although amout>amount apparant>apparent appearence>appearance appropiate>appropriate
approriate>appropriate aquire>acquire aquired>acquired arguement>argument arguements>arguments arithmatic>arithmetic
asociated>associated assocation>association asychronous>asynchronous asynchonous>asynchronous
asyncronous>asynchronous atribute>attribute atributes>attributes attribtue>attribute authenication>authentication
authetication>authentication authoriztion>authorization automatcally>automatically automaticaly>automatically
autorization>authorization avaiable>available availabe>available availabilty>availability availablity>availability
availble>available avalable>available avaliable>available basicly>basically becasue>because becuase>because
beggining>beginning begining>beginning beleive>believe benifit>benefit benifits>benefits boundries>boundaries
boundry>boundary buisness>business calulate>calculate calulated>calculated catagories>categories catagory>category
certian>certain challange>challenge charachter>character charachters>characters charater>character
charaters>characters choosen>chosen collegue>colleague comand>command comands>commands comming>coming
commited>committed commiting>committing compability>compatibility comparision>comparison compatability>compatibility
compatable>compatible compatibilty>compatibility compatiblity>compatibility completly>completely componant>component
componants>components compontent>component comunicate>communicate comunication>communication comunity>community
concious>conscious condtion>condition condtions>conditions conection>connection conections>connections
confguration>configuration configration>configuration configuation>configuration configuraton>configuration
configurtion>configuration connnection>connection consistancy>consistency contaner>container controled>controlled
contruct>construct conveniance>convenience convienient>convenient coresponding>corresponding correclty>correctly
correctely>correctly correspoding>corresponding credencials>credentials credentails>credentials
crendentials>credentials curent>current curently>currently currenly>currently currrent>current currrently>currently
cusotm>custom customzie>customize cutsom>custom dafault>default deafult>default decsription>description
defaut>default defenition>definition definately>definitely definitly>definitely defintion>definition
defintions>definitions defualt>default delimeter>delimiter delimeters>delimiters depedencies>dependencies
depedency>dependency dependancies>dependencies dependancy>dependency dependecies>dependencies dependecy>dependency
deployement>deployment deploymnet>deployment depolyment>deployment deprected>deprecated depricated>deprecated
descibe>describe descibes>describes desciption>description describtion>description descripton>description
desireable>desirable destory>destroy developement>development develpment>development devlopment>development
diferent>different differnce>difference differnt>different diffrence>difference diffrent>different
direcotry>directory directoy>directory diretory>directory disapear>disappear dissapear>disappear
dissapoint>disappoint docuemntation>documentation documenation>documentation documentaion>documentation
documentaton>documentation documention>documentation donwload>download donwloaded>downloaded downlaod>download
dynamicaly>dynamically easilly>easily efficent>efficient eleminate>eliminate eligable>eligible embarass>embarrass
embeded>embedded emtpy>empty enviornment>environment enviroment>environment enviromental>environmental
enviroments>environments environement>environment environemnt>environment equivelent>equivalent
equivilent>equivalent erorr>error erorrs>errors especialy>especially essentialy>essentially examle>example
exampel>example exapmle>example excecute>execute excecuted>executed excecution>execution excercise>exercise
excpetion>exception execption>exception exisiting>existing exmaple>example expereince>experience
experiance>experience explaination>explanation explicitely>explicitly explicitley>explicitly expresion>expression
exsiting>existing extention>extension extentions>extensions extremly>extremely familar>familiar feild>field
feilds>fields fianlly>finally finaly>finally followng>following follwing>following folowing>following
foriegn>foreign formated>formatted formating>formatting forwad>forward foudn>found fourty>forty foward>forward
freind>friend fucntion>function fucntions>functions funciton>function funcitons>functions
functionaility>functionality functionalty>functionality functionaly>functionally fundemental>fundamental
funtion>function funtions>functions furthur>further futher>further garantee>guarantee garanteed>guaranteed
gaurantee>guarantee genearte>generate geneate>generate generaly>generally genereate>generate gramar>grammar
grammer>grammar guarentee>guarantee guarenteed>guaranteed guidence>guidance heirarchy>hierarchy hierachy>hierarchy
hierarchial>hierarchical highlite>highlight higlight>highlight identifer>identifier identifers>identifiers
identifing>identifying immedately>immediately immediatly>immediately implemantation>implementation
implemenation>implementation implementaion>implementation implment>implement implmentation>implementation
implmented>implemented importent>important improvment>improvement improvments>improvements includs>includes
inclued>include incompatable>incompatible inconsistant>inconsistent incorect>incorrect incorectly>incorrectly
independant>independent independantly>independently indicies>indices infomation>information inforamtion>information
informaton>information informtion>information infrastrucure>infrastructure infrastucture>infrastructure
inital>initial initalization>initialization initalize>initialize initialy>initially initialze>initialize
initilize>initialize inlcude>include inlcudes>includes insall>install instace>instance instaed>instead
instalation>installation installtion>installation insted>instead instrution>instruction instuction>instruction
instuctions>instructions intall>install integraton>integration interger>integer intergrate>integrate
intergration>integration intergrations>integrations interupt>interrupt interuption>interruption intial>initial
intialize>initialize invaild>invalid invlaid>invalid irrelevent>irrelevant itegration>integration jeapardy>jeopardy
knowledgable>knowledgeable knowlege>knowledge langauge>language langauges>languages languge>language lengh>length
lenght>length liason>liaison libaries>libraries libary>library libraray>library likelyhood>likelihood
liscense>license lisence>license maintainance>maintenance maintanance>maintenance maintenence>maintenance
managment>management mandetory>mandatory mangement>management mannually>manually manualy>manually maximium>maximum
mechansim>mechanism mesage>message mesages>messages messege>message messeges>messages miliseconds>milliseconds
millisecons>milliseconds minimun>minimum mininum>minimum minumum>minimum mispell>misspell mispelled>misspelled
mispelling>misspelling modfied>modified modifed>modified modifiy>modify mulitple>multiple multple>multiple
mutiple>multiple naviagte>navigate naviagtion>navigation navigaton>navigation neccesary>necessary
neccessarily>necessarily neccessary>necessary necesary>necessary necessery>necessary negociate>negotiate
nessecary>necessary notfication>notification noticable>noticeable notifcation>notification
notifcations>notifications occasionaly>occasionally occassion>occasion occassionally>occasionally
occurance>occurrence occurances>occurrences occured>occurred occurence>occurrence occurences>occurrences
occuring>occurring omited>omitted ommit>omit ommited>omitted ommitted>omitted operatoin>operation
oppurtunity>opportunity optinal>optional optionaly>optionally organiztion>organization orginal>original
orginization>organization originaly>originally orignal>original otherwhise>otherwise otherwize>otherwise
outputing>outputting overide>override overriden>overridden overwriten>overwritten pacakge>package packge>package
packges>packages pakage>package paramater>parameter paramaters>parameters parameteres>parameters paramter>parameter
paramters>parameters parmeter>parameter parmeters>parameters particularily>particularly particulary>particularly
passowrd>password passwrod>password pasword>password peform>perform peformance>performance perfomance>performance
performace>performance performence>performance permanant>permanent permision>permission permisions>permissions
permissons>permissions plaform>platform platfrom>platform platfroms>platforms possiblity>possibility
precedance>precedence preceed>precede preceeding>preceding preceeds>precedes precendence>precedence
predefiend>predefined prefered>preferred prefering>preferring prefrences>preferences prepartion>preparation
presense>presence previosly>previously previuos>previous previus>previous privelege>privilege priviledge>privilege
priviledges>privileges priviliges>privileges probaly>probably probelm>problem procces>process proccess>process
proccessing>processing proceedure>procedure programatic>programmatic programatically>programmatically
programmaticaly>programmatically proivde>provide propertly>properly propery>property proprety>property
protocal>protocol protocals>protocols provde>provide publically>publicly purchse>purchase queston>question
reccomend>recommend reccommend>recommend reccommended>recommended recieve>receive recieved>received
reciever>receiver recieves>receives recieving>receiving recomend>recommend recomendation>recommendation
recomendations>recommendations recomended>recommended recommeded>recommended recuring>recurring
recurrance>recurrence redundent>redundant referal>referral referance>reference refered>referred refering>referring
refernce>reference refrence>reference refrences>references regulary>regularly relase>release relavent>relevant
relevence>relevance relevent>relevant reliablity>reliability remeber>remember remvoe>remove repalce>replace
repitition>repetition reponse>response reponses>responses reposiory>repository repositry>repository
repostory>repository represention>representation reqeust>request requets>requests requierd>required
requirment>requirement requirments>requirements requred>required requried>required requst>request reseach>research
resouce>resource resouces>resources resourse>resource resourses>resources responce>response
responsability>responsibility responsiblity>responsibility respositories>repositories respository>repository
restaraunt>restaurant retreive>retrieve retreived>retrieved retreives>retrieves retrive>retrieve retrived>retrieved
retrun>return reuqest>request rythm>rhythm scedule>schedule schedual>schedule scheduel>schedule schemea>schema
scirpt>script secion>section secton>section secuirty>security securty>security selction>selection seperate>separate
seperated>separated seperately>separately seperates>separates seperation>separation seperator>separator
seperators>separators sequencial>sequential serivce>service serivces>services servce>service serveral>several
shoud>should shoudl>should similarily>similarly similiar>similar simplier>simpler simplifed>simplified
simulatneously>simultaneously simultanously>simultaneously sould>should specfic>specific specication>specification
specifc>specific specificaly>specifically specificly>specifically specifing>specifying specifiy>specify
spefic>specific speficy>specify statment>statement statments>statements stirng>string storge>storage
strenght>strength structre>structure strucutre>structure stucture>structure submited>submitted submition>submission
subscripton>subscription subseqent>subsequent subsequenty>subsequently substitue>substitute succesful>successful
succesfully>successfully successfull>successful successfuly>successfully sucess>success sucessful>successful
sucessfully>successfully sufficent>sufficient suport>support suported>supported supportted>supported
supress>suppress suprise>surprise surounding>surrounding surpress>suppress synchonize>synchronize
syncronization>synchronization syncronize>synchronize syncronous>synchronous syntactially>syntactically
systme>system sytem>system sytems>systems teh>the temlate>template templete>template temporarly>temporarily
temporay>temporary tempory>temporary termial>terminal thier>their thorougly>thoroughly threshhold>threshold
throught>through tommorow>tomorrow tommorrow>tomorrow tranfer>transfer transaciton>transaction
transfered>transferred transfering>transferring trasaction>transaction truely>truly tutoral>tutorial tyhe>the
typicaly>typically udpate>update udpated>updated unaccesible>inaccessible underlaying>underlying
underying>underlying unecessary>unnecessary unexpeced>unexpected unforseen>unforeseen unfortunatelly>unfortunately
unfortunatly>unfortunately unkown>unknown unneccessary>unnecessary unnecesary>unnecessary unqiue>unique
unsuccesful>unsuccessful untill>until unuseable>unusable updte>update usally>usually usefull>useful usualy>usually
utlize>utilize vaild>valid vairable>variable valdiate>validate validaton>validation validiation>validation
varaible>variable varaibles>variables variabel>variable varible>variable varibles>variables verfication>verification
verfiy>verify verifiy>verify verison>version versoin>version visable>visible visibilty>visibility
visiblity>visibility wheter>whether wich>which wihtout>without wirte>write withouth>without worflow>workflow
workflwo>workflow workfow>workflow writen>written writting>writing yeild>yield yeilds>yields
`;

/** Misspelled word (lower case) → correction. */
export const corrections: ReadonlyMap<string, string> = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('>'))
    .map(([wrong, right]) => [wrong ?? '', right ?? '']),
);
